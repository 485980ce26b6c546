// The signal path in this process: the platform's half, with the stores of the rooms passed to it.
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { EquipmentId } from '../../contract/fields.ts'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { writableSight } from '../../db/sight.ts'
import { type Commands, createCommands } from '../../features/device/command/issue.ts'
import { loadLastValues } from '../../features/device/live/store.ts'
import type { Platform, Visits } from '../../features/frame/serve.ts'
import { collectServices, provide, type RoomServices, type Services } from '../../features/frame/services.ts'
import { settingsOf } from '../../features/frame/setting.ts'
import {
  brokerAddressOf,
  demoLogin,
  gatewayChanged,
  holdKey,
  mvarRulesChanged,
  openStream,
  openTunnels,
  recallValues,
  relandMessages,
  scriptOutput,
  sessionUser,
  visitorOf,
} from '../../features/frame/spine-services.ts'
import { storeBoxes } from '../../features/gateway/box/store.ts'
import { firmwareSigning } from '../../features/gateway/firmware/contract.ts'
import { loadPiece } from '../../features/gateway/firmware/store.ts'
import {
  claimBox,
  loadBindingOf,
  loadCredentials,
  loadRecordOwner,
  loadSessions,
  losePower,
  presenceStore,
  type StoredHello,
  takeHellos,
} from '../../features/gateway/presence/store.ts'
import { endTunnel } from '../../features/gateway/tunnel/over.ts'
import { createUsers, type Users } from '../../features/people/access/users.ts'
import { createMessageHub, type MessageHub } from '../../features/platform/message/hub.ts'
import { finishOperation, insertOperation } from '../../features/platform/operation-log/store.ts'
import { judgeMvars } from '../../features/project/mvar-alarm/judge-mvars.ts'
import { judgeHere } from '../../features/watch/alarm-intake/judge-here.ts'
import { AlarmTaker } from '../../features/watch/alarm-intake/take.ts'
import { notifyRaised } from '../../features/watch/alarm-notification/notify.ts'
import { fixesOf } from '../../features/watch/track/rules.ts'
import { storeFixes } from '../../features/watch/track/store.ts'
import { Cloud } from '../../signal/cloud/cloud.ts'
import type { CloudNeeds } from '../../signal/cloud/cloud-needs.ts'
import { gather } from '../../signal/cloud/gather.ts'
import type { LiveTable } from '../../signal/cloud/live-table.ts'
import { Historian } from '../../signal/history/historian.ts'
import { allVisits } from './all-visits.ts'
import { brokerAddress } from './broker-address.ts'
import type { ServerConfig } from './config.ts'
import { createDecodeService, type DecodeService } from './decoder.ts'
import { gatewayChanges } from './gateway-changes.ts'
import { openLink } from './listen.ts'
import type { Metrics } from './metrics.ts'
import { roomServices, roomTopics } from './rooms.ts'
import type { Seal } from './seal.ts'
import { sealCommands } from './seal-commands.ts'

type Needs = {
  config: ServerConfig
  database: Database
  live: LiveTable
  metrics: Metrics
  seal: Seal
  now: () => number
  log: Logger
  demo: { loginname: string; password: string } | null
}

export type Spine = {
  decoder: DecodeService
  cloud: Cloud
  historian: Historian
  alarms: AlarmTaker
  commands: Commands
  users: Users
  visits: Visits
  messageHub: MessageHub
  services: Services
  platform: Platform
}

/** Parts that need each other are requested when they are used. */
type Later = { cloud: () => Cloud; platform: () => Platform; services: () => Services }

/** The part of the database that the gateways' side reads and writes. */
function gatewayStore(db: Kysely<DB>, { services }: Later): CloudNeeds['store'] {
  const takeBox = gather(async (boxes: readonly Parameters<typeof storeBoxes>[1][number][]) => {
    const stored = await storeBoxes(db, boxes)
    await storeFixes(db, fixesOf(boxes))
    return stored
  })
  const takeHello = gather((hellos: readonly StoredHello[]) => takeHellos(db, hellos))
  return {
    // Combines lookups, so that a thousand gateways that reconnect at the same time need only a few statements.
    sessionOf: gather((sns: readonly string[]) => loadSessions(db, sns)),
    credential: gather((sns: readonly string[]) => loadCredentials(db, sns)),
    owner: (bindingId) => loadRecordOwner(db, bindingId),
    bindingOf: (gatewayId, equipmentId) => loadBindingOf(db, gatewayId, equipmentId),
    claimBox: (sn, boxId) => claimBox(db, sn, boxId),
    takeHello: (sn, hello, times) => takeHello({ sn, hello, ...times }),
    presence: presenceStore(db),
    takeBox: async (sn, box, at) => void (await takeBox({ sn, box, at })),
    pieceOf: (piece) => loadPiece(db, piece),
    firmwareKey: (...args) =>
      services()
        .use(firmwareSigning)
        .publicKey(...args),
    losePower: (sn, session, at) => losePower(db, sn, session, at),
  }
}

function createAlarms({ database, now, log }: Needs, { cloud, platform }: Later): AlarmTaker {
  return new AlarmTaker({
    db: database.kysely,
    now,
    within: (changes, tx) => notifyRaised(platform(), changes, tx),
    onChange(changes) {
      const { hub } = cloud()
      for (const { equipmentId, id, signalId, kind, at } of changes)
        hub.announce({ type: 'signalAlarm', equipmentId, alarmId: id, signalId, active: kind === 'raised', at })
    },
    log: (line) => log.warn(line),
  })
}

type CloudParts = Pick<Spine, 'historian' | 'alarms' | 'commands'> & {
  recordAs: Platform['recordAs']
  recall: Recall
  changes: ReturnType<typeof gatewayChanges>
}

function openCloud(needs: Needs, parts: CloudParts, later: Later): Cloud {
  const { config, database, live, metrics, seal, now, log } = needs
  const { historian, alarms, commands, recordAs, recall, changes } = parts
  const db = database.kysely
  const settled = () => alarms.settled()
  return new Cloud({
    ...{ historian, live, alarms, now, log },
    store: gatewayStore(db, later),
    openLink: openLink(config, db, seal),
    onResult: commands.takeResult,
    judging: judgeHere({ db, live, history: historian, recall, settled, now }),
    mvarJudging: judgeMvars({ db, history: historian, recall, settled, now }),
    topics: roomTopics.map(({ bind }) => bind(later.platform)),
    onTunnelOver(id, over) {
      endTunnel(id, over, { db, recordAs, now }).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'the end of a remote download could not be written'),
      )
    },
    onSecondBox: changes.onSecondBox,
    onRivals: changes.onRivals,
    count: {
      rejected: metrics.countRejected,
      refused: metrics.countRefused,
      values: metrics.countValues,
      paced: metrics.countPaced,
    },
  })
}

type Recall = (orgId: number, equipmentIds: readonly EquipmentId[]) => Promise<void>

/** Restores the last values of devices that this process has not read yet. */
const recallFrom =
  ({ live, database }: Needs): Recall =>
  async (orgId, equipmentIds) => {
    const missing = live.unrestored(equipmentIds)
    if (missing.length > 0) live.restore(orgId, missing, await loadLastValues(database.kysely, missing))
  }

type Served = Pick<Spine, 'cloud' | 'users' | 'visits'> & Pick<CloudParts, 'changes' | 'recall'>

/** The services of the signal path, which rooms request by their tokens. */
const servicesOf = ({ config, demo }: Needs, { cloud, users, visits, changes, recall }: Served): RoomServices => [
  provide(brokerAddressOf, () => () => brokerAddress(config, cloud.link)),
  provide(gatewayChanged, () => changes.onChange),
  provide(openStream, () => (sn, open) => cloud.open(sn, open)),
  provide(holdKey, () => (sn, hold) => cloud.hold(sn, hold)),
  provide(openTunnels, () => cloud.tunnels),
  provide(scriptOutput, () => cloud.scriptWords),
  provide(relandMessages, () => cloud.reland),
  provide(recallValues, () => recall),
  provide(mvarRulesChanged, () => () => cloud.mvarJudging.changed()),
  provide(sessionUser, () => users.of),
  provide(visitorOf, () => visits.of),
  provide(demoLogin, () => demo),
]

/** Creates the platform's half of the signal path without starting it. */
export function createSpine(needs: Needs): Spine {
  const { config, database, live, metrics, seal, now, log } = needs
  const db: Kysely<DB> = database.kysely
  const later: Later = { cloud: () => cloud, platform: () => platform, services: () => services }
  const recordAs: Platform['recordAs'] = ({ orgId, ...who }, operation, within) =>
    insertOperation(within ?? writableSight(db, { orgId, devices: 'all' }), who, operation, now())
  const recall = recallFrom(needs)
  const withSecrets = sealCommands(db, seal)
  const commands = createCommands({
    ...{ db, now, record: recordAs, finishRecord: finishOperation },
    send: async (sn, command) => cloud.command(sn, await withSecrets(sn, command)),
  })
  const changes = gatewayChanges({ db, recordAs, cloud: later.cloud, now, log })
  const historian = new Historian({
    ...{ database, now },
    log: (line) => log.warn(line),
    onCommitted: (places) => {
      for (const place of places) cloud.onCommitted(place)
    },
  })
  metrics.history(() => historian.counters())
  const alarms = createAlarms(needs, later)
  const cloud = openCloud(needs, { historian, alarms, commands, recordAs, recall, changes }, later)
  const messageHub = createMessageHub()
  const [users, visits, decoder] = [createUsers(db, now), allVisits(db, now), createDecodeService()]
  const setting = settingsOf(config.env)
  const services = collectServices(
    [...servicesOf(needs, { cloud, users, visits, changes, recall }), ...roomServices],
    () => ({ ...platform, setting, unseal: seal.unseal, keyFor: seal.keyFor, log }),
  )
  const platform: Platform = {
    ...{ db, live, recordAs, now, history: historian, messages: messageHub },
    decode: decoder.decode,
    sights: database.sights,
    issue: commands.issue,
    publish: (sn, command) => cloud.command(sn, command),
    seal: seal.seal,
    publicUrl: config.publicUrl,
    use: services.use,
  }
  return { decoder, cloud, historian, alarms, commands, users, visits, messageHub, services, platform }
}
