package figure

import "gonum.org/v1/plot/vg"

// Widths of figures. A figure is drawn at the width at which it is printed: one panel fits a column
// of a journal of two columns, panels side by side take both. No text is smaller than 7 pt there,
// but for sub- and superscripts.
const (
	SingleColumn = 8.5 * vg.Centimeter
	DoubleColumn = 17.8 * vg.Centimeter
)

// defaultDPI is the resolution of PNG files.
const defaultDPI = 300

// Sizes of text, in points.
const (
	titleSize  = 9
	labelSize  = 9
	tickSize   = 8
	legendText = 8
	noteSize   = 7
	remarkSize = 7
	endSize    = 7.5 // of the labels at the ends of curves and of rows of a strip
)

// Sizes on the page, in points.
const (
	pageMargin = 2
	cellGap    = 7   // between the labels of adjacent cells
	remarkLine = 8.4 // of a remark: 35 dots
)

// Sizes of a panel, in points.
const (
	frameLine = 0.5
	majorTick = 3.5
	minorTick = 2
	tickGap   = 3.5 // between frame and tick labels
	labelGap  = 4   // between tick labels and axis label
	titleGap  = 4.5 // between frame and title
	errorLine = 0.6
	errorCap  = 2.2 // half the width
)

// Sizes of a legend, in points.
const (
	legendLead  = 10.5 // from line to line
	legendThumb = 19
	legendSpace = 4 // between thumbnail and name
	legendPad   = 4
	legendCol   = 9 // between columns
	legendGap   = 5 // from frame
)

// Sizes of a colour bar, in points.
const (
	barGap   = 7
	barWidth = 8
)

// Sizes of what stands at the right end of a frame, in points.
const (
	endGap  = 5   // between frame and labels
	endLead = 8.5 // the least distance from label to label
)

// Sizes of a strip, in points.
const (
	stripRow = 7.5 // the height of a row
	signSize = 2.1 // half the width of a sign, about
	signLine = 0.7 // over a marker
	loneLine = 1.1 // in a strip
)

// Sizes of an upper bound, in points.
const (
	boundCap   = 2.8 // half the width of the bar
	boundArrow = 8   // from the bar to the tip
	boundHead  = 3.4 // the height of the head

	boundMarker = 1.5 // its radius
)

// paleness is the part of its colour that a point keeps if it is no result.
const paleness = 0.4

// Colours of what belongs to no series.
var (
	guide     = Grey(0.35) // lines and signs
	stripFill = Grey(0.94)
	small     = Grey(0.25) // notes and remarks
)
