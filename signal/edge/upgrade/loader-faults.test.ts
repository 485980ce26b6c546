// Downloads on a disk that fails: the agent reports the fault and goes on.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { factsOf } from '../../../testkit/peers/pieces.ts'
import { Loader } from './loader.ts'
import { slotsFolder } from './slots.ts'

let dataDir: string
let logged: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loader-'))
  logged = []
})
afterEach(() => rm(dataDir, { recursive: true }))

const file = Buffer.from('a newer agent')
const order = { version: '2.0.0', trialS: 20, ...factsOf(file) }
const create = (install: () => Promise<void> = async () => undefined) =>
  new Loader({
    dataDir,
    installer: { version: () => '1.0.0', isTrial: () => false, failed: () => null, install, reached: () => undefined },
    trust: { refusal: () => undefined, accept: async () => undefined },
    ask: async () => true,
    changed: () => undefined,
    instant: () => 7,
    log: (message) => logged.push(message),
  })

it('a piece that cannot be written ends the download, also where the part cannot be removed', async () => {
  const loader = create()
  await loader.order(order)
  // A folder in place of the file: neither appending to it nor removing it works.
  await mkdir(join(slotsFolder(dataDir), 'loading.part'))
  await loader.take({ upgrade: order.upgrade, from: 0, data: file.toString('base64') })
  expect(loader.told()).toMatchObject({ phase: 'idle', failed: { version: '2.0.0', at: 7 } })
  expect(loader.told().failed?.reason).toContain('the disk refuses the file')
  loader.stop()
})

it('a complete file that cannot be installed after a restart ends the download, and the agent starts', async () => {
  await mkdir(slotsFolder(dataDir))
  await writeFile(join(slotsFolder(dataDir), 'loading.json'), JSON.stringify(order))
  await writeFile(join(slotsFolder(dataDir), 'loading.part'), file)
  const loader = create(() => Promise.reject(new Error('ENOSPC')))
  await loader.restore()
  expect(loader.told()).toMatchObject({ phase: 'idle', failed: { version: '2.0.0' } })
  expect(loader.told().failed?.reason).toContain('ENOSPC')
  loader.stop()
})
