package expr_test

import (
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// nodePool and snapshot are modelled on real resource definitions and their rules.
const nodePool = `{"type":"object","required":["spec"],"properties":{"spec":{"type":"object","properties":{
	"replicas":{"type":"integer"}, "weight":{"type":"integer"},
	"limits":{"type":"object","additionalProperties":{"type":"string"}},
	"budgets":{"type":"array","maxItems":50,"items":{"type":"object","properties":{"schedule":{"type":"string"},"duration":{"type":"string"}}}},
	"labels":{"type":"object","maxProperties":100,"additionalProperties":{"type":"string"}},
	"nodeClassRef":{"type":"object","required":["kind"],"properties":{"kind":{"type":"string"}}},
	"requirements":{"type":"array","maxItems":100,"items":{"type":"object","required":["key","operator"],"properties":{
		"key":{"type":"string"},"operator":{"type":"string","enum":["In","NotIn","Gt","Lt"]},
		"values":{"type":"array","maxItems":10,"items":{"type":"string"}},"minValues":{"type":"integer"}}}}}}}}`

const snapshot = `{"type":"object","required":["source"],"properties":{
	"source":{"type":"object","properties":{"persistentVolumeClaimName":{"type":"string"},"volumeSnapshotContentName":{"type":"string"}}},
	"volumeSnapshotClassName":{"type":"string"},
	"serviceAccountName":{"type":"string"},"provider":{"type":"string","enum":["azure","aws","generic"]}}}`

const domain = `self in ["karpenter.sh/capacity-type", "karpenter.sh/nodepool"] || !self.find("^([^/]+)").endsWith("karpenter.sh")`

// Kubernetes rules read fields without guards, such as x.values below: if absent, the rule fails, as in
// Kubernetes.
func TestKubernetesRulesAgreeWithCEL(t *testing.T) {
	t.Parallel()
	pool, snap := lowered(t, "nodepool", nodePool), lowered(t, "snapshot", snapshot)
	on := func(p *model.Package, prefix string, path []string, sources ...string) {
		rules := numbered(prefix, sources...)
		for i := range rules {
			rules[i].Kubernetes = true
			rules[i].Message = "message of " + rules[i].ID
		}
		attach(p.Tools[0], at(t, p.Tools[0].Args, path...), prefix, rules)
	}
	on(pool, "spec", []string{"spec"},
		"!has(self.replicas) || (!has(self.limits) || size(self.limits) == 0 || (size(self.limits) == 1 && 'ab' in self.limits))",
		"!has(self.replicas) || !has(self.weight)")
	on(pool, "budgets", []string{"spec", "budgets"}, "self.all(x, has(x.schedule) == has(x.duration))")
	on(pool, "labels", []string{"spec", "labels"},
		`self.all(x, x in ["karpenter.sh/capacity-type", "a", "ab", "c"] || !x.find("^([^/]+)").endsWith("b"))`,
		`self.all(x, x != "ab")`)
	on(pool, "kind", []string{"spec", "nodeClassRef", "kind"}, "self != ''")
	on(pool, "requirements", []string{"spec", "requirements"},
		"self.all(x, x.operator == 'In' ? x.values.size() != 0 : true)",
		"self.all(x, (x.operator == 'Gt' || x.operator == 'Lt' || x.operator == 'Gte') ? (x.values.size() == 1 && int(x.values[0]) >= 0) : true)",
		"self.all(x, (x.operator == 'In' && has(x.minValues)) ? x.values.size() >= x.minValues : true)",
		"!self.exists(x, x.values.size() == 1)",
		"self.all(x, !(x.minValues > 2 && x.values[0] == 'a'))")
	on(pool, "key", []string{"spec", "requirements", "[]", "key"}, domain, `self != "karpenter.sh/nodepool" && self != "a"`)
	on(snap, "source", []string{"source"},
		"(has(self.volumeSnapshotContentName) && !has(self.persistentVolumeClaimName)) || (!has(self.volumeSnapshotContentName) && has(self.persistentVolumeClaimName))")
	on(snap, "class", []string{"volumeSnapshotClassName"}, "size(self) > 0")
	on(snap, "account", nil,
		"!has(self.serviceAccountName) || (has(self.provider) && (self.provider == 'azure' || self.provider == 'aws'))",
		"self.provider == 'azure' || self.serviceAccountName == 'a'",
		"!(self.provider == 'azure' || self.serviceAccountName == 'a')")
	differential(t, []*model.Package{pool, snap}, nightly(1_500, 15_000))
}
