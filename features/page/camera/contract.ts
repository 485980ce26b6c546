// EZVIZ cameras on pages: the account of an organisation, and the calls of the viewers of a page. Only the platform has
// the account; browsers receive stream addresses. [S2 /manage/openys] [S3 Video] Decision 45.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant, type OrgId, PageId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Asker } from '../../frame/asker.ts'
import type { Operation } from '../../frame/operation.ts'
import { token } from '../../frame/token.ts'

export const regions = ['china', 'international'] as const
const Region = z.enum(regions)
export type Region = z.output<typeof Region>

const Key = z
  .string()
  .trim()
  .regex(/^[\w-]{8,64}$/)
const Serial = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{4,32}$/)
const Channel = z.number().int().min(1).max(999)

export const queryOpenys = post('/lfscada/user/openys/query', {
  may: 'openys:edit',
  about: "The organisation's account at the provider of cameras, without its secret; null where there is none.",
  input: nothing,
  output: z.object({
    /** The settings of the platform enable the provider. */
    isOn: z.boolean(),
    param: z.object({ region: Region, appKey: z.string(), updatedAt: Instant, updatedBy: z.string() }).nullable(),
  }),
})
export type OpenysParam = NonNullable<z.output<typeof queryOpenys.output>['param']>

const account = { region: Region, appKey: Key, appSecret: Key.nullish() }

export const saveOpenys = post('/lfscada/user/openys/save', {
  may: 'openys:edit',
  confirmed: true,
  about:
    'Sets the account at the provider of cameras. Its secret is kept sealed and never shown; without one the secret before stays, unless region or key change.',
  input: z.object(account),
  output: done,
})

export const deleteOpenys = post('/lfscada/user/openys/delete', {
  may: 'openys:edit',
  confirmed: true,
  about: 'Removes the account at the provider of cameras: pages show none of its cameras any more.',
  input: nothing,
  output: done,
})

const Tried = z.object({
  /** 200, or a fault of contract/errors. */
  code: z.number(),
  msg: z.string(),
  /** Code and message of the provider, if it answered. */
  said: z.object({ code: z.string(), msg: z.string() }).nullable(),
})
export type Tried = z.output<typeof Tried>

export const testOpenys = post('/lfscada/user/openys/test', {
  may: 'openys:edit',
  heavy: true,
  about: 'Tests the account: requests a token from the provider, and the stream of a camera if one is named.',
  input: z.object({ ...account, deviceSerial: Serial.nullish(), channelNo: Channel.default(1) }),
  output: z.object({ account: Tried, camera: Tried.nullable() }),
})

/** A widget of a page; the server reads the camera from the stored widget. */
const ofWidget = { id: PageId, widgetId: z.string().min(1).max(40) }
const onPage = { on: { page: 'id' }, through: { page: 'id' } } as const

const protocols = ['flv', 'hls'] as const
export type Protocol = (typeof protocols)[number]

export const liveCamera = post('/lfscada/monitor/project/page/camera/live', {
  may: 'monitor:view',
  ...onPage,
  about:
    'Returns the stream address of the camera of a Video widget, for viewers of the page. It is valid for some minutes.',
  input: z.object({
    ...ofWidget,
    protocol: z.enum(protocols).default('flv'),
    /** The previous address can no longer be played. */
    isLost: z.boolean().default(false),
  }),
  output: z.object({
    url: z.string(),
    /** Remaining validity of the address, ms. */
    validMs: z.number(),
    /** The caller may turn the camera, and speak through it. */
    mayTurn: z.boolean(),
    mayTalk: z.boolean(),
  }),
})

/** Directions of a movement; `rules.ts` maps them to the provider's numbers. */
const directions = ['up', 'down', 'left', 'right', 'zoomIn', 'zoomOut'] as const
export type Direction = (typeof directions)[number]

const Press = z.uuid()

export const turnCamera = post('/lfscada/monitor/project/page/camera/turn', {
  may: 'signal:write',
  ...onPage,
  about:
    'Turns the camera of a widget while a button is pressed. The call must be repeated within the lease, otherwise the platform stops the camera automatically. Answers false if this press is over.',
  input: z.object({ ...ofWidget, direction: z.enum(directions), press: Press }),
  output: z.object({ isTurning: z.boolean(), leaseMs: z.number() }),
})

export const haltCamera = post('/lfscada/monitor/project/page/camera/stop', {
  may: 'signal:write',
  ...onPage,
  about: 'Stops the camera that this press turns, when the button is released.',
  input: z.object({ ...ofWidget, press: Press }),
  output: done,
})

/** Length in base64 of `limits.cameraTalkS` seconds of 16-bit audio at 16 kHz, plus the header. */
const voiceLength = Math.ceil((limits.cameraTalkS * 32_000 + 100) / 3) * 4

export const talkCamera = post('/lfscada/monitor/project/page/camera/talk', {
  may: 'signal:write',
  ...onPage,
  heavy: true,
  bodyBytes: voiceLength + 4096,
  about: 'Plays a message once on the camera of a widget: WAV as base64, 16 kHz, 16 bits, one channel, at most 60 s.',
  input: z.object({ ...ofWidget, voice: z.string().max(voiceLength) }),
  output: done,
})

/** A provider account, with its secret encrypted as stored. */
export type Account = { orgId: OrgId; region: Region; appKey: string; secretSealed: Buffer }
export type Camera = { serial: string; channel: number; quality: 'high' | 'smooth' }

/** The caller, and the entry for the operation log. */
export type Acting = {
  asker: Pick<Asker, 'orgId' | 'accountId' | 'limitKey' | 'loginname' | 'keyName' | 'sessionHash'>
  ip: string
  operation: Operation
}

/** Cameras of all organisations in this process. */
export type Cameras = {
  isOn: boolean
  /** Throws the provider's refusal. */
  live(of: {
    account: Account
    camera: Camera
    protocol: Protocol
    isLost: boolean
    asker: Acting['asker']
  }): Promise<{ url: string; validMs: number }>
  /**
   * Starts to turn a camera. Returns false if the press has ended. Throws cameraTurning, and the provider's refusal.
   */
  turn(of: { account: Account; camera: Camera; direction: Direction; press: string } & Acting): Promise<boolean>
  halt(of: { account: Account; camera: Camera; press: string; asker: Acting['asker'] }): Promise<void>
  talk(of: { account: Account; camera: Camera; voice: Uint8Array } & Acting): Promise<void>
  /** Tests an account and a camera; stores nothing. */
  test(of: { account: Account; camera: Camera | undefined }): Promise<{ account: unknown; camera: unknown }>
  /** Stops every camera that is turning. */
  stop(): Promise<void>
}

/** Cameras of all organisations; only this service unseals the secrets of their accounts. */
export const cameras = token<Cameras>('cameras')
