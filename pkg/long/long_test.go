package long

import "testing"

func TestLong(t *testing.T) {
	for _, value := range []string{"", "0", "1"} {
		t.Setenv("LONG", value)
		ran := false
		t.Run("LONG="+value, func(t *testing.T) {
			Test(t)
			ran = true
		})
		if ran != (value == "1") || ran != On() {
			t.Errorf("LONG=%s: ran %v", value, ran)
		}
	}
}
