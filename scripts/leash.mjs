// Loaded before the program that run.mjs starts. When run.mjs ends for any reason, its channel to the program closes
// and the program stops cleanly, so that no process remains.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
