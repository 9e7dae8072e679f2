# expectiminimax over dictionaries
TREE = {"kind": "max", "kids": [
    {"kind": "chance", "kids": [(0.5, {"kind": "min", "kids": [{"value": 4}, {"value": 7}]}), (0.5, {"kind": "min", "kids": [{"value": 1}, {"value": 9}]})]},
    {"kind": "chance", "kids": [(0.9, {"kind": "min", "kids": [{"value": 2}, {"value": 3}]}), (0.1, {"kind": "min", "kids": [{"value": 30}, {"value": 25}]})]},
]}
def expectiminimax(node):
    if "value" in node:
        return node["value"]
    if node["kind"] == "chance":
        return sum(p * expectiminimax(k) for p, k in node["kids"])
    values = [expectiminimax(k) for k in node["kids"]]
    return max(values) if node["kind"] == "max" else min(values)
print(expectiminimax(TREE))
