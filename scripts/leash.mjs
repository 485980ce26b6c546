// Loaded before the program that run.mjs starts. When run.mjs is gone, however it ended, the channel to it closes,
// and the program stops as if it had been asked to: nothing is left running.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
