import { describe, expect, it } from "vitest";
import { chooseThreshold, gateFigures } from "../../src/training/choose-threshold.js";

const walk = (...steps: [probability: number, f1: number][]) =>
  steps.map(([probability, f1], at) => ({ probability, f1, passages: 3 * (at + 1), recall: f1 }));

describe("gateFigures", () => {
  const walks = [walk([0.9, 1], [0.95, 0]), walk([0.2, 0], [0.6, 0.5], [0.9, 1])];

  it("ends a walk at the first state from the threshold on", () => {
    // Three passages for the first question, six for the second.
    expect(gateFigures(walks, 0.6, 2)).toEqual({
      threshold: 0.6,
      passages: 4.5,
      recall: 0.75,
      f1: 0.75,
    });
  });

  it("ends after the follow-ups at the latest", () => {
    expect(gateFigures(walks, 0.99, 0)).toMatchObject({ passages: 3, f1: 0.5 });
    expect(gateFigures(walks, 0.99, 1)).toMatchObject({ passages: 6, f1: 0.25 });
  });
});

describe("chooseThreshold", () => {
  it("stops where more reading does harm and goes on where it helps", () => {
    // The first question is right at .6 and gets worse, the second is wrong at .4 and gets better.
    const walks = [walk([0.62, 1], [0.9, 0]), walk([0.42, 0], [0.9, 1])];
    const threshold = chooseThreshold(walks);
    expect(threshold).toBeGreaterThan(0.42);
    expect(threshold).toBeLessThanOrEqual(0.62);
  });
});
