//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

var kernels512 = kernels{
	name: name512,

	bits:     bits512,
	normals:  normals512,
	uniform:  uniform512,
	distinct: distinct512,
	lookup:   lookup512,

	addScaled:         addScaled512,
	kickDrift:         kickDrift512,
	scaleAdd:          scaleAdd512,
	ouDrift:           ouDrift512,
	addTwo:            addTwo512,
	addOuter:          addOuter512,
	addOuterDrift:     addOuterDrift512,
	addSquares:        addSquares512,
	addNorm:           addNorm512,
	outer:             outer512,
	squares:           squares512,
	sumAffine:         sumAffine512,
	affine:            affine512,
	addConstant:       addConstant512,
	accumulate:        accumulate512,
	accumulateProduct: accumulateProduct512,
	bin:               bin512,
	expRow:            expRow512,
	logRow:            logRow512,
	sigmoidRow:        sigmoidRow512,

	mixtureForce:    mixtureForce512,
	mixtureForceAll: mixtureForceAll512,
	networkForce:    networkForce512,
	networkForceAll: networkForceAll512,
	networkLogit:    networkLogit512,
	ou1Step:         ou1Step512,
	ou2Step:         ou2Step512,
	cellsGroup:      cellsGroup512,
	cellsSum:        cellsSum512,
	cellsAdd:        cellsAdd512,
	cellsScale:      cellsScale512,
	boxesEval:       boxesEval512,

	sumSquares:     sumSquares512,
	logisticAdd:    logisticAdd512,
	logisticAddAll: logisticAddAll512,
	symUpdate:      symUpdate512,
	symMul:         symMul512,
	symTerm:        symTerm512,
}
