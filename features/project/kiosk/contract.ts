// Wall displays: the pages of a project, view only, without an account. Decision 31.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { alarmLevels } from '../../../contract/equipment-config.ts'
import { languages } from '../../../contract/errors.ts'
import { EquipmentId, Instant, idOf, PageId, ProjectId, SignalId, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { AlarmCounts, AlarmRow } from '../../watch/alarm/contract.ts'
import { ErrorValShow } from '../project/contract.ts'
import { displayLimits, leastSeconds, mostSeconds } from './rules.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    DisplayId: true
  }
}
declare module '../../../contract/endpoint.ts' {
  interface Objects {
    display: DisplayId
  }
}
declare module '../../frame/asker.ts' {
  interface VisitorFields {
    displayId: DisplayId
  }
  interface Openings {
    display: true
  }
}

export const DisplayId = idOf('DisplayId')
export type DisplayId = z.output<typeof DisplayId>

const entry = {
  name: text(displayLimits.nameLength),
  /** The pages in display order; empty: all main pages of the project, in the project's order. */
  pageIds: z.array(PageId).max(limits.configPages),
  /** Time per page in seconds. */
  seconds: z.number().int().min(leastSeconds).max(mostSeconds),
  theme: z.enum(['dark', 'light']),
  language: z.enum(languages),
}
const Entry = z.object(entry)
export type DisplayEntry = z.output<typeof Entry>

/** The state that a wall reports. `build`: of its web client; `pageVersion`: when the page was saved. */
const Shown = z.object({
  build: z.string().max(40),
  /** The number of the page that the display reported; the page may have been deleted since. */
  pageId: z.number().int().nullable(),
  pageVersion: Instant.nullable(),
})
export type Shown = z.output<typeof Shown>

export const Display = Entry.extend({
  id: DisplayId,
  projectId: ProjectId,
  /** When the display was signed in; null: it is not. */
  signedInAt: Instant.nullable(),
  seenAt: Instant.nullable(),
  ip: z.string().nullable(),
  shown: Shown.nullable(),
  /** Until when the unused sign-in link is valid. */
  linkUntil: Instant.nullable(),
})
export type Display = z.output<typeof Display>

const of = { may: 'share:edit', on: { display: 'id' } } as const

export const queryDisplays = post('/lfscada/kiosk/display/query', {
  may: 'share:edit',
  on: { project: 'projectId' },
  about: 'The displays of a project by name, and which wall is signed in as each.',
  input: z.object({ projectId: ProjectId }),
  output: z.array(Display),
})

export const countDisplays = post('/lfscada/kiosk/display/count', {
  may: 'share:edit',
  about: 'Counts the displays of the projects that the caller sees; projects without one are left out.',
  input: nothing,
  output: z.array(z.object({ projectId: ProjectId, displays: z.number(), signedIn: z.number() })),
})

export const addDisplay = post('/lfscada/kiosk/display/add', {
  may: 'share:edit',
  on: { project: 'projectId', page: 'pageIds' },
  about: 'Adds a display to a project. A wall is signed in by its code or by a link.',
  input: z.object({ projectId: ProjectId, ...entry }),
  output: Display,
})

export const editDisplay = post('/lfscada/kiosk/display/edit', {
  ...of,
  on: { display: 'id', page: 'pageIds' },
  about: 'Changes what a display shows; a wall that is signed in follows within seconds.',
  input: z.object({ id: DisplayId, ...entry }),
  output: Display,
})

export const deleteDisplay = post('/lfscada/kiosk/display/delete', {
  ...of,
  about: 'Deletes a display and signs its wall out.',
  input: z.object({ id: DisplayId }),
  output: done,
})

export const signOutDisplay = post('/lfscada/kiosk/display/signOut', {
  ...of,
  about: 'Signs out the wall of a display, and invalidates an unused link.',
  input: z.object({ id: DisplayId }),
  output: done,
})

export const renewDisplayLink = post('/lfscada/kiosk/display/link', {
  ...of,
  through: 'projects',
  confirmed: true,
  about:
    'Draws a link that signs in one wall, once: the token is answered once. An unused link before is good no longer. For who sees all devices of the project.',
  input: z.object({ id: DisplayId }),
  output: z.object({ token: z.string() }),
})

export const pairDisplay = post('/lfscada/kiosk/display/pair', {
  ...of,
  through: 'projects',
  confirmed: true,
  about:
    'Signs in the wall that shows this code as a display. A wall that was signed in as it is signed out. For who sees all devices of the project.',
  input: z.object({
    id: DisplayId,
    /** The code as typed: in upper or lower case, with or without the hyphen. */
    code: text(20),
  }),
  output: done,
})

const Secret = z.string().min(1).max(100)

export const beginPairing = post('/lfscada/kiosk/pairing/begin', {
  may: 'public',
  about:
    'A code for a wall to show, and the secret that it asks with: once signed in, it names itself by it in x-visit.',
  input: nothing,
  output: z.object({ code: z.string(), secret: z.string(), until: Instant }),
})

export const pairingState = post('/lfscada/kiosk/pairing/state', {
  may: 'public',
  about: 'Whether a wall is signed in by now; `gone`: its code has expired.',
  input: z.object({ secret: Secret }),
  output: z.object({ state: z.enum(['waiting', 'signedIn', 'gone']) }),
})

export const enterDisplay = post('/lfscada/kiosk/enter', {
  may: 'public',
  about: 'Signs in a wall by the link of a display, once.',
  input: z.object({ secret: Secret, token: z.string().min(1).max(100) }),
  output: done,
})

/** An open alarm without the names of users. */
export const WallAlarm = AlarmRow.pick({
  id: true,
  equipmentId: true,
  equipmentName: true,
  kind: true,
  name: true,
  signalId: true,
  unit: true,
  decimals: true,
  texts: true,
  value: true,
  limitText: true,
  state: true,
  isHeard: true,
  raisedAt: true,
  clearedAt: true,
  count: true,
}).extend({ level: z.enum(alarmLevels), isAcknowledged: z.boolean() })
export type WallAlarm = z.output<typeof WallAlarm>

/** A page of the wall, with the devices and variables that it shows. */
const WallPage = z.object({
  id: PageId,
  title: z.string(),
  /** When the display's settings were saved. */
  version: Instant,
  equips: z.array(EquipmentId),
  signals: z.array(SignalId),
})
export type WallPage = z.output<typeof WallPage>

/** A device whose gateway is not online. */
const Silent = z.object({
  equipmentId: EquipmentId,
  name: z.string(),
  state: z.enum(['offline', 'sleeping', 'none']),
  since: Instant.nullable(),
})

export const wallState = post('/lfscada/kiosk/wall', {
  may: 'monitor:view',
  through: 'projects',
  about:
    'What a display shows: its pages, the open alarms of the devices of its project, and which of them are silent.',
  input: Shown,
  output: Entry.omit({ pageIds: true }).extend({
    id: DisplayId,
    projectId: ProjectId,
    projectName: z.string(),
    errorValShow: ErrorValShow,
    errorDefaultVal: z.string(),
    zone: z.string(),
    /** The platform's present time. */
    at: Instant,
    signedInAt: Instant,
    pages: z.array(WallPage.omit({ equips: true, signals: true })),
    counts: AlarmCounts.pick({ severe: true, important: true, normal: true, unacknowledged: true }),
    /** The alarms: unacknowledged ones first, then by severity, then the newest. */
    alarms: z.array(WallAlarm),
    devices: z.number(),
    /** The devices that have been silent longest, and the number of all silent devices. */
    silent: z.array(Silent),
    silentCount: z.number(),
  }),
})
export type WallState = z.output<typeof wallState.output>

export const wallPages = post('/lfscada/kiosk/pages', {
  may: 'monitor:view',
  through: 'projects',
  about: 'Which devices and variables each page of a display shows: an alarm turns the wall to the page of its device.',
  input: nothing,
  output: z.array(WallPage),
})
