package vec

// Tables of 16, correctly rounded. They are written out because math.Log and the like differ
// between platforms; a test recomputes them with big numbers.
//
// invTable[i] = 1/c and logTable[i] = −log(invTable[i]) for the midpoints c of 16 intervals of
// [0.6875, 1.375), with c = 1 in those that hold 1; sinTable[i] = sin(πi/8), cosTable[i] =
// cos(πi/8); expTable[i] = 2^(i/16); expBiased[i] is the bits of 2^(i/16) less i<<48, so that
// adding t<<48 for an integer t with last hexadecimal digit i gives 2^(t/16).
var (
	invTable = [16]float64{
		0x1.6c16c16c16c17p+0, 0x1.5c9882b931057p+0, 0x1.4e5e0a72f0539p+0, 0x1.4141414141414p+0,
		0x1.3521cfb2b78c1p+0, 0x1.29e4129e4129ep+0, 0x1.1f7047dc11f70p+0, 0x1.15b1e5f75270dp+0,
		0x1.0c9714fbcda3bp+0, 0x1.0000000000000p+0, 0x1.0000000000000p+0, 0x1.d41d41d41d41dp-1,
		0x1.bacf914c1bad0p-1, 0x1.a41a41a41a41ap-1, 0x1.8f9c18f9c18fap-1, 0x1.7d05f417d05f4p-1,
	}
	logTable = [16]float64{
		-0x1.68ac83e9c6a15p-2, -0x1.3c25277333183p-2, -0x1.1178e8227e47ap-2, -0x1.d1037f2655e7bp-3,
		-0x1.823c16551a3c0p-3, -0x1.365fcb0159014p-3, -0x1.da7276384469ep-4, -0x1.4d3115d207eacp-4,
		-0x1.894aa149fb34bp-5, 0, 0, 0x1.6f0d28ae56b4ep-4,
		0x1.29552f81ff521p-3, 0x1.9525a9cf456b6p-3, 0x1.fb9186d5e3e29p-3, 0x1.2e8e2bae11d31p-2,
	}
	sinTable = [16]float64{
		0, 0x1.87de2a6aea963p-2, 0x1.6a09e667f3bcdp-1, 0x1.d906bcf328d46p-1,
		0x1.0000000000000p+0, 0x1.d906bcf328d46p-1, 0x1.6a09e667f3bcdp-1, 0x1.87de2a6aea963p-2,
		0, -0x1.87de2a6aea963p-2, -0x1.6a09e667f3bcdp-1, -0x1.d906bcf328d46p-1,
		-0x1.0000000000000p+0, -0x1.d906bcf328d46p-1, -0x1.6a09e667f3bcdp-1, -0x1.87de2a6aea963p-2,
	}
	cosTable = [16]float64{
		0x1.0000000000000p+0, 0x1.d906bcf328d46p-1, 0x1.6a09e667f3bcdp-1, 0x1.87de2a6aea963p-2,
		0, -0x1.87de2a6aea963p-2, -0x1.6a09e667f3bcdp-1, -0x1.d906bcf328d46p-1,
		-0x1.0000000000000p+0, -0x1.d906bcf328d46p-1, -0x1.6a09e667f3bcdp-1, -0x1.87de2a6aea963p-2,
		0, 0x1.87de2a6aea963p-2, 0x1.6a09e667f3bcdp-1, 0x1.d906bcf328d46p-1,
	}
	expTable = [16]float64{
		0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
		0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
		0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
		0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
	}
	expBiased = [16]uint64{
		0x3ff0000000000000, 0x3fefb5586cf9890f, 0x3fef72b83c7d517b, 0x3fef387a6e756238,
		0x3fef06fe0a31b715, 0x3feedea64c123422, 0x3feebfdad5362a27, 0x3feeab07dd485429,
		0x3feea09e667f3bcd, 0x3feea11473eb0187, 0x3feeace5422aa0db, 0x3feec49182a3f090,
		0x3feee89f995ad3ad, 0x3fef199bdd85529c, 0x3fef5818dcfba487, 0x3fefa4afa2a490da,
	}
)
