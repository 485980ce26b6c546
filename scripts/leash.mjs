// Loaded before the program that run.mjs starts. When run.mjs ends, for any reason, the channel to it closes, and the
// program stops cleanly: no process remains.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
