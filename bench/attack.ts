// Attacks a built platform as accounts of every range: reports stalls, unexpected faults, and values and actions out of
// range. Exits with 1 if it found any.
//   npm run bench -- attack --minutes 60
import { fileURLToPath } from 'node:url'
import { runLoad } from './attack/load.ts'
import { runControl, runMeter } from './attack/meter.ts'
import { runAttack } from './attack/run.ts'

const [, , role, livez = '', control = ''] = process.argv
if (role === 'load') runLoad()
else if (role === 'control') runControl()
else if (role === 'meter') runMeter({ livez, control })
else process.exitCode = await runAttack(fileURLToPath(import.meta.url))
