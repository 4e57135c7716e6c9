import { describe, expect, test } from "vitest";
import { settingMeantBy } from "../../src/state/misspelt-setting.js";
import { SETTING_NAMES } from "../../src/state/settings.js";

describe("ST-2: a misspelt setting", () => {
  test.each([
    ["maxStep", "maxSteps"],
    ["maxsteps", "maxSteps"],
    ["MAX_STEPS", "maxSteps"],
    ["max_retrievals", "maxRetrievals"],
    ["maxSetps", "maxSteps"],
    ["maxRetreivals", "maxRetrievals"],
    ["deadline", "deadlineMs"],
    ["deadline-ms", "deadlineMs"],
    ["costWieght", "costWeight"],
    ["compresion", "compression"],
    ["compressStyle", undefined],
    ["Judge", "judge"],
    ["juge", "judge"],
    ["Policy", "policy"],
    ["SEED", "seed"],
    ["filters", "filter"],
    ["closedbook", "closedBook"],
  ])("%s means %s", (key, name) => expect(settingMeantBy(key)).toBe(name));

  test("every setting is itself, and so is the filter", () => {
    for (const name of [...SETTING_NAMES, "filter"]) expect(settingMeantBy(name)).toBeUndefined();
  });

  test.each([
    ..."thread_id checkpoint_id checkpoint_ns checkpoint_map run_id assistant_id graph_id".split(
      " ",
    ),
    ..."user_id user tenant model modelName temperature timeout maxItems maxDepth".split(" "),
    ..."langgraph_auth_user __pregel_send __proto__ constructor toString need send prompt".split(
      " ",
    ),
    "",
    "s",
    "x".repeat(5000),
  ])("%s is a key of the host's own", (key) => expect(settingMeantBy(key)).toBeUndefined());
});
