// Every command of the package starts here: `npm start` is `node scripts/run.mjs start`. It needs nothing installed.
// This file uses only syntax that an old Node understands; the rest is loaded after the check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Gatehouse needs Node 20.19 or newer, but this is ${process.version}: install it from nodejs.org`)
  process.exit(1)
}

import('./tasks.mjs').then(({ main }) => main(process.argv.slice(2)))
