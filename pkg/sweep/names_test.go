package sweep_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/dataset"
)

// tableSpec is a spec of a linear regression on a file.
const tableSpec = `seed = 1
T = 640
replicas = 64
burn_in = 2
observe_every = 0.1
blocks = 4
gamma = 2
dt = 0.05
scheme = "OABAO"
[model]
kind = "linear"
sigma = 4
sigma_theta = 2
[data]
label = "y"
file = "`

// Parameters have the names of the columns, unless something else has them.
func TestNames(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "my.csv")
	for _, c := range []struct{ head, keys, want string }{
		{"age,income,y", "", "age, income"},
		{"age,income,y", "intercept = true", "intercept, age, income"},
		{"age,intercept,y", "intercept = true", "theta1, age, theta3"},
		{"\"age (years)\",log income,y", "", "age_(years), log_income"},
		{"n,theta1,y", "", "theta1, theta2"},
		{"xi,error,y", "", "theta1, theta2"},
		{"a b,a_b,y", "", "theta1, theta2"},
		{"年齢,50%,y", "", "年齢, 50%"},
		{",x,y", "", "theta1, x"},
		{strings.Repeat("x", 50) + ",$x,y", "", "theta1, $x"},
	} {
		if err := os.WriteFile(path, []byte(c.head+"\n1,2,3\n2,1,4\n5,3,3\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		text := "observe = [\"?\"]\n" + tableSpec + path + "\"\n" + c.keys
		_, log, code := run(t, text, "-plan")
		if want := " parameters " + c.want + ", \"log"; code != 2 || !strings.Contains(log, want) {
			t.Errorf("%s: exit %d, %s, want %s", c.head, code, log, c.want)
		}
	}
}

// A linear regression with four parameters has exact moments, on the scale of the data: those of
// coefficients, by either name, of their products and of log π. A run agrees with them, within 4.5
// standard errors, and there is no other run.
func TestScale(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("age,income,children,y\n")
	l := dataset.Linear(40, []float64{1, -2, 0.5}, false, 4, 0, 1)
	for i, y := range l.Y {
		z := l.Row(i)
		fmt.Fprintf(&b, "%g,%g,%g,%g\n", 50+10*z[0], 2e4+5e3*(z[1]+z[0]), z[2], y)
	}
	path := filepath.Join(t.TempDir(), "my.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	got := rows(t, `observe = ["theta", "theta2", "age income", "age age age", "log posterior"]
`+tableSpec+path+"\"\nintercept = true\nstandardize = true\n", "-set", "T=6400")
	for _, name := range []string{
		"intercept", "age", "income", "children", "theta2", "age income", "age age age", "log posterior",
	} {
		for _, quantity := range []string{"mean ", "variance "} {
			x := got.Where("quantity", quantity+name)
			if x.Len() != 1 || x.Cell(0, "exact") == "" {
				t.Errorf("%s%s: %d rows, exact %v", quantity, name, x.Len(), x.Strings("exact"))
				continue
			}
			if z := x.Estimate(0).Z(x.Float(0, "exact")); !(math.Abs(z) < 4.5) {
				t.Errorf("%s%s: %.4g, want %g", quantity, name, x.Estimate(0), x.Float(0, "exact"))
			}
		}
	}
	// |dy/d age| is about 2 per 10 years
	if age := got.Where("quantity", "mean age").Float(0, "value"); !(math.Abs(age) < 0.5) {
		t.Errorf("the coefficient of the age is %g, not of its years", age)
	}
}
