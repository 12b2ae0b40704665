package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/toolgen/toolgen/example/bench/peers"
	"github.com/toolgen/toolgen/internal/benchrun"
)

// machine describes the machine and the versions that produced the figures.
type machine struct {
	date, cpu, platform, goVersion string
	cores                          int
	versions                       map[string]string // of modules, by path
}

func thisMachine() (machine, error) {
	m := machine{
		date: time.Now().UTC().Format("2006-01-02 15:04"), cpu: benchrun.Processor(), cores: runtime.NumCPU(),
		platform: runtime.GOOS + "/" + runtime.GOARCH, goVersion: runtime.Version(), versions: map[string]string{},
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return m, fmt.Errorf("the binary has no build information; build it with the go command in module mode")
	}
	for _, setting := range info.Settings {
		// An experiment may replace encoding/json, which contains the yardstick.
		if setting.Key == "GOEXPERIMENT" && setting.Value != "" {
			return m, fmt.Errorf("GOEXPERIMENT is %s; unset it, because it can change json.Valid, the yardstick", setting.Value)
		}
	}
	for _, module := range info.Deps {
		m.versions[module.Path] = module.Version
	}
	return m, nil
}

func (m machine) String() string {
	return fmt.Sprintf("%s, %d cores, %s, %s", m.cpu, m.cores, m.platform, m.goVersion)
}

// writeVersions lists the modules of the peers. toolgen itself is the working tree.
func (m machine) writeVersions(b *strings.Builder, contestants []peers.Contestant) {
	for _, peer := range contestants {
		if version, ok := m.versions[peer.Module]; ok && peer.Name != ours {
			fmt.Fprintf(b, "- %s %s\n", peer.Module, version)
		}
	}
	fmt.Fprintf(b, "- encoding/json of %s\n", m.goVersion)
}
