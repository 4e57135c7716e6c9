import { onTestFinished, expect, test, vi } from "vitest";
import { settingsOfRun } from "../../src/graph/context.js";

test("LM-8: a time under a second is warned of once, by code, and is in force", () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());

  settingsOfRun({}, {});
  settingsOfRun({ deadlineMs: 1000 }, { context: { deadlineMs: null } });
  expect(warn).not.toHaveBeenCalled();

  expect(settingsOfRun({}, { context: { deadlineMs: 20 } }).deadlineMs).toBe(20);
  settingsOfRun({ deadlineMs: 30 }, {});
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(
    expect.stringContaining("milliseconds"),
    expect.objectContaining({ code: "DYNAKRAG_SHORT_TIME" }),
  );
});
