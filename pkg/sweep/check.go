package sweep

// Checker is a Task with something to check before it runs or its result is read.
type Checker interface {
	Task
	Checks() []Check
}

// Check is a check that tasks may share: of those with the same name one is made.
type Check struct {
	Name string
	Run  func() error
}

// checkAll makes the checks of the tasks and returns the first error.
func checkAll(tasks []Task) error {
	made := map[string]bool{}
	for _, t := range tasks {
		c, ok := t.(Checker)
		if !ok {
			continue
		}
		for _, x := range c.Checks() {
			if made[x.Name] {
				continue
			}
			made[x.Name] = true
			if err := x.Run(); err != nil {
				return err
			}
		}
	}
	return nil
}
