//go:build !(linux && amd64)

package main

import (
	"errors"

	"adl/scripts/internal/tool"
	"adl/scripts/peers"
)

var errBudget = errors.New("budget runs on linux/amd64 alone")

var budgetVerb = tool.Verb{
	Name: "budget",
	Text: "counts the instructions and bytes of a step, on linux/amd64",
	Start: func(*tool.Call) func() error {
		return func() error { return errBudget }
	},
}

func traced(peers.Job) (*peers.Result, error) { return nil, errBudget }
