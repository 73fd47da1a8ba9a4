package simulate

import (
	"crypto/sha256"
	"encoding/binary"

	"adl/pkg/spec"
)

// hash is the first 64 bits of the SHA-256 of the key's canonical form.
func hash(k spec.Key) (uint64, error) {
	b, err := spec.Canonical(k)
	if err != nil {
		return 0, err
	}
	h := sha256.Sum256(b)
	return binary.LittleEndian.Uint64(h[:]), nil
}
