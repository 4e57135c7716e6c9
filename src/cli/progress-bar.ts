import cliProgress from "cli-progress";

/** Shows how far a long job is; silent where standard error is no terminal. */
export interface ProgressBar {
  /** Passages done in this phase, of how many where that is known. */
  update(progress: { phase: string; done: number; total?: number }): void;
  stop(): void;
}

/** A bar on standard error, so that results on standard output stay clean. */
export function progressBar(label: string): ProgressBar {
  const bar = new cliProgress.SingleBar(
    {
      format: `${label} {phase} {bar} {percentage}% | {value}/{total} | {eta_formatted} left`,
      stream: process.stderr,
      noTTYOutput: false,
      hideCursor: true,
      clearOnComplete: true,
    },
    cliProgress.Presets.shades_classic,
  );
  let started = false;
  return {
    update: ({ phase, done, total = done }) => {
      if (!started) bar.start(total, 0, { phase });
      started = true;
      bar.setTotal(total);
      bar.update(done, { phase });
    },
    stop: () => {
      if (started) bar.stop();
      started = false;
    },
  };
}
