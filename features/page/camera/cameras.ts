// Cameras of all organisations in this process: stream addresses, turning, spoken messages.
import { Failure, fail } from '../../../contract/errors.ts'
import { createBuckets } from '../../../signal/cloud/bucket.ts'
import type { Platform } from '../../frame/serve.ts'
import { toldBy } from '../../platform/operation-log/rules.ts'
import { createAddresses } from './addresses.ts'
import type { Account, Acting, Camera, Cameras, Direction, Protocol } from './contract.ts'
import { errors } from './errors.ts'
import { createEzviz, nameOf } from './ezviz.ts'
import { cameraLimits } from './limits.ts'
import { askFor, streamOf } from './rules.ts'
import { createTurning } from './turning.ts'

type Needs = {
  /** The EZVIZ provider; null: disabled. `url` replaces the provider's addresses. */
  ezviz: { url: string | null } | null
  unseal(sealed: Buffer): string
  recordAs: Platform['recordAs']
  now(): number
  log(error: unknown): void
}

const cameraKey = ({ orgId }: Account, { serial, channel }: Camera): string => `${orgId} ${serial} ${channel}`

const sessionOf = ({ sessionHash }: Acting['asker']): string => sessionHash.toString('hex')

export function createCameras({ ezviz: settings, unseal, recordAs, now, log }: Needs): Cameras {
  const ezviz = createEzviz({ url: settings?.url ?? null, unseal, now, log })
  const addresses = createAddresses(now)
  const turning = createTurning(log)
  const perMinute = (count: number) => createBuckets(count / 60, count, now)
  const looks = perMinute(cameraLimits.cameraLooksPerMinute)
  const presses = perMinute(cameraLimits.cameraPressesPerMinute)
  const talks = perMinute(cameraLimits.cameraTalksPerMinute)

  function mustBeOn(): void {
    if (!settings) throw errors.fail('camerasOff')
  }

  async function addressOf(account: Account, camera: Camera, protocol: Protocol): Promise<string> {
    const fields = askFor.address(camera, protocol)
    const data = await ezviz.ask(account, { path: 'v2/live/address/get', fields, act: 'address', camera })
    const url = streamOf(data)
    if (url === undefined) throw errors.fail('cameraFailed', { reason: 'no address' })
    return url
  }

  /** Writes the outcome, done or refused, into the log of the page's owner. */
  async function logged({ asker, ip, operation }: Acting, work: () => Promise<unknown>): Promise<void> {
    const { orgId, accountId, loginname } = asker
    const record = (outcome: object) =>
      recordAs({ orgId, accountId, loginname, ip }, { ...toldBy(asker, operation), ...outcome })
    try {
      await work()
    } catch (error) {
      if (error instanceof Failure) await record({ code: error.code, result: 'failure' })
      throw error
    }
    await record({})
  }

  const move = (account: Account, camera: Camera, direction: Direction, act: 'turn' | 'stop') =>
    ezviz.ask(account, {
      path: act === 'turn' ? 'device/ptz/start' : 'device/ptz/stop',
      fields: askFor[act](camera, direction),
      ...{ act, camera },
    })

  return {
    isOn: settings !== null,

    async live({ account, camera, protocol, isLost, asker }) {
      mustBeOn()
      if (!looks.of(asker.limitKey).tryTake(1)) throw fail('tooFrequent')
      const key = [nameOf(account), camera.serial, camera.channel, camera.quality, protocol].join(' ')
      return addresses.of(key, isLost, () => addressOf(account, camera, protocol))
    },

    async turn({ account, camera, direction, press, ...acting }) {
      mustBeOn()
      const { asker } = acting
      return turning.press({
        key: cameraKey(account, camera),
        press,
        session: sessionOf(asker),
        account: asker.limitKey,
        async start() {
          if (!presses.of(asker.limitKey).tryTake(1)) throw fail('tooFrequent')
          await logged(acting, () => move(account, camera, direction, 'turn'))
        },
        stop: async () => void (await move(account, camera, direction, 'stop')),
      })
    },

    halt: ({ account, camera, press, asker }) =>
      turning.release({ key: cameraKey(account, camera), press, session: sessionOf(asker) }),

    async talk({ account, camera, voice, ...acting }) {
      mustBeOn()
      if (!talks.of(acting.asker.limitKey).tryTake(1)) throw fail('tooFrequent')
      const asked = { path: 'voice/sendonce', fields: askFor.talk(camera), act: 'talk', camera, voice } as const
      await logged(acting, () => ezviz.ask(account, asked))
    },

    async test({ account, camera }) {
      mustBeOn()
      const outcome = async (work: () => Promise<unknown>) => work().catch((error: unknown) => error)
      const tried = await outcome(() => ezviz.tryAccount(account))
      if (tried instanceof Error || !camera) return { account: tried, camera: undefined }
      return { account: tried, camera: await outcome(() => addressOf(account, camera, 'hls')) }
    },

    stop: turning.close,
  }
}
