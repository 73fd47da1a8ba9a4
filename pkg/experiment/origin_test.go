package experiment

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"adl/pkg/vec"
)

// long is a time long ago.
var long = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

func TestOrigin(t *testing.T) {
	o := origin()
	if !strings.HasPrefix(o.Machine, runtime.GOOS+"/"+runtime.GOARCH+", go") ||
		!strings.HasSuffix(o.Machine, ", "+vec.Form()) || !o.Time.IsZero() {
		t.Errorf("got %+v", o)
	}
	build := func(settings ...string) *debug.BuildInfo {
		b := new(debug.BuildInfo)
		for i := 0; i < len(settings); i += 2 {
			b.Settings = append(b.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return b
	}
	const id = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		info         *debug.BuildInfo
		passed, want string
	}{
		{nil, "", ""},
		{nil, "v1", "v1"},
		{build("GOOS", "linux"), "v1", "v1"},
		{build("vcs.revision", id, "vcs.modified", "false"), "v1", "0123456789ab"},
		{build("vcs.revision", id, "vcs.modified", "true"), "", "0123456789ab and changes"},
	} {
		if got := revisionOf(c.info, c.passed); got != c.want {
			t.Errorf("%v, %q: got %q, want %q", c.info, c.passed, got, c.want)
		}
	}
}
