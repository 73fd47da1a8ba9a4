module example.org/bench

go 1.26.0

require adl v0.0.0

replace adl => ../../..
