package table

import "testing"

func TestAppend(t *testing.T) {
	a, b := New("x", "y"), New("x", "y")
	a.Add(Row{"x": 1})
	b.Add(Row{"y": 2})
	b.Add(Row{"x": 3, "y": 4})
	a.Append(b)
	if a.Len() != 3 || a.Cell(1, "x") != "" || a.Cell(2, "y") != "4" || b.Len() != 2 {
		t.Errorf("%v", a)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for other columns")
		}
	}()
	a.Append(New("y", "x"))
}
