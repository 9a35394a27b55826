/** Limits that the kernel keeps, so that they hold without a parent and while a process computes. */
export interface KernelLimits {
  /** Processor time of all threads; the kernel ends the process by SIGXCPU. */
  readonly processorSeconds: number;
  /** Memory of its own that can be written: heaps and buffers. What Node only reserves does not count. Linux alone keeps it. */
  readonly dataBytes: number;
}

interface Command {
  readonly file: string;
  readonly arguments: readonly string[];
}

/** Seconds until a process that ignores SIGXCPU is killed. */
const grace = 2;

/** Node has no call for limits, and the shell of POSIX has: it sets them and becomes the program. */
const script = `
ulimit -S -t "$1" && ulimit -H -t "$2"
ulimit -d "$3" 2>/dev/null || :
shift 3
exec "$@"
`;

/** The command that runs a program under these limits, under the same process id. */
export const limitedCommand = (program: Command, { processorSeconds, dataBytes }: KernelLimits): Command => ({
  file: '/bin/sh',
  arguments: [
    ...['-c', script, 'sh', String(processorSeconds), String(processorSeconds + grace)],
    ...[String(Math.ceil(dataBytes / 1024)), program.file, ...program.arguments],
  ],
});
