// Code generated from kernels_512.go by narrow; DO NOT EDIT.

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

var kernels256 = kernels{
	name: name256,

	bits:     bits256,
	normals:  normals256,
	uniform:  uniform256,
	distinct: distinct256,
	lookup:   lookup256,

	addScaled:         addScaled256,
	kickDrift:         kickDrift256,
	scaleAdd:          scaleAdd256,
	ouDrift:           ouDrift256,
	addTwo:            addTwo256,
	addOuter:          addOuter256,
	addOuterDrift:     addOuterDrift256,
	addSquares:        addSquares256,
	addNorm:           addNorm256,
	outer:             outer256,
	squares:           squares256,
	sumAffine:         sumAffine256,
	affine:            affine256,
	addConstant:       addConstant256,
	accumulate:        accumulate256,
	accumulateProduct: accumulateProduct256,
	bin:               bin256,
	expRow:            expRow256,
	logRow:            logRow256,
	sigmoidRow:        sigmoidRow256,

	mixtureForce:    mixtureForce256,
	mixtureForceAll: mixtureForceAll256,
	networkForce:    networkForce256,
	networkForceAll: networkForceAll256,
	networkLogit:    networkLogit256,
	ou1Step:         ou1Step256,
	ou2Step:         ou2Step256,
	cellsGroup:      cellsGroup256,
	cellsSum:        cellsSum256,
	cellsAdd:        cellsAdd256,
	cellsScale:      cellsScale256,
	boxesEval:       boxesEval256,

	sumSquares:     sumSquares256,
	logisticAdd:    logisticAdd256,
	logisticAddAll: logisticAddAll256,
	symUpdate:      symUpdate256,
	symMul:         symMul256,
	symTerm:        symTerm256,
}
