// Loaded before the program that run.mjs starts. When run.mjs ends, for any reason, the channel to it closes,
// and the program stops cleanly: nothing is left running.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
