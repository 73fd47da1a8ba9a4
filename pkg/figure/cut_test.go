package figure

import (
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// A cut stays in the frame, with its text on the side where there is room, and none of it is drawn
// beside the frame.
func TestCut(t *testing.T) {
	draw := func(x float64) (left, right vg.Length, any bool) {
		var c recorder.Canvas
		p := &pen{canvas: &c, set: newTypesetter()}
		frame := rect(10, 10, 110, 60)
		Cut{X: x, Text: "up to 86"}.plot(newView(p, frame, projection{max: 1}, projection{max: 1}))
		left, right = 1e9, -1e9
		for _, a := range c.Actions {
			f, ok := a.(*recorder.Fill)
			if !ok {
				continue
			}
			for _, line := range flatten(f.Path) {
				for _, q := range line {
					left, right, any = min(left, q.X), max(right, q.X), true
					if q.X < frame.Min.X || q.X > frame.Max.X || q.Y < frame.Min.Y || q.Y > frame.Max.Y {
						t.Errorf("at %g: %v is outside of the frame", x, q)
					}
				}
			}
		}
		if p.err != nil {
			t.Error(p.err)
		}
		return left, right, any
	}
	if left, right, _ := draw(0.3); left < 37 || right < 60 {
		t.Errorf("the text is not right of the arrow: from %g to %g", left, right)
	}
	if left, right, _ := draw(0.9); right > 103 || left > 80 {
		t.Errorf("the text is not left of the arrow: from %g to %g", left, right)
	}
	if _, _, any := draw(1.2); any {
		t.Error("a cut beside the frame is drawn")
	}
}
