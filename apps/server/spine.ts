// The spine as this process runs it: the platform's half of the road, with the stores of the rooms handed to it.
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { writableSight } from '../../db/sight.ts'
import { type Commands, createCommands } from '../../features/device/command/issue.ts'
import { loadLastValues } from '../../features/device/live/store.ts'
import type { Platform, Visits } from '../../features/frame/serve.ts'
import { storeBoxes } from '../../features/gateway/box/store.ts'
import { createFirmwareSigning } from '../../features/gateway/firmware/signing.ts'
import { loadPiece } from '../../features/gateway/firmware/store.ts'
import {
  claimBox,
  loadBindingOf,
  loadCredentials,
  loadRecordOwner,
  loadStandings,
  losePower,
  presenceStore,
  type StoredHello,
  takeHellos,
} from '../../features/gateway/presence/store.ts'
import { endTunnel } from '../../features/gateway/tunnel/over.ts'
import { createWritesTaker } from '../../features/gateway/writes/take.ts'
import { createCameras } from '../../features/page/camera/cameras.ts'
import { createWeather } from '../../features/page/weather/provider.ts'
import { createUsers, type Users } from '../../features/people/access/users.ts'
import { createAudience } from '../../features/people/open/access-audience.ts'
import { fromBase32, stepOf } from '../../features/people/second-factor/rules.ts'
import { createOpenId } from '../../features/people/single-sign-on/open-id.ts'
import { openWeChat } from '../../features/people/wechat/open-platform.ts'
import { createMessageHub, type MessageHub } from '../../features/platform/message/hub.ts'
import { createSpeech, httpSpeech } from '../../features/platform/message/speech.ts'
import { finishOperation, insertOperation } from '../../features/platform/operation-log/store.ts'
import { createCodes } from '../../features/platform/verification/codes.ts'
import { createDisplays } from '../../features/project/kiosk/displays.ts'
import { judgeMvars } from '../../features/project/mvar-alarm/judge-mvars.ts'
import { createVisits } from '../../features/project/share/visits.ts'
import { judgeHere } from '../../features/watch/alarm/judge-here.ts'
import { type AlarmTaker, createAlarmTaker } from '../../features/watch/alarm/take.ts'
import { tellRaised } from '../../features/watch/alarm/tell.ts'
import { fixesOf } from '../../features/watch/track/rules.ts'
import { storeFixes } from '../../features/watch/track/store.ts'
import { type Cloud, createCloud } from '../../signal/cloud/cloud.ts'
import { gather } from '../../signal/cloud/gather.ts'
import type { LiveTable } from '../../signal/cloud/live-table.ts'
import { createHistorian } from '../../signal/history/historian.ts'
import type { Historian } from '../../signal/history/history.ts'
import { brokerAddress } from './broker-address.ts'
import type { ServerConfig } from './config.ts'
import { createDecodeService, type DecodeService } from './decoder.ts'
import { eitherOf } from './either-of.ts'
import { gatewayChanges } from './gateway-changes.ts'
import { openLink } from './listen.ts'
import { openMessenger } from './messages.ts'
import type { Metrics } from './metrics.ts'
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
  demo: Platform['demo']
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
  platform: Platform
}

/** Assembled, not started. */
export function createSpine({ config, database, live, metrics, seal, now, log, demo }: Needs): Spine {
  const db: Kysely<DB> = database.kysely
  const recordAs: Platform['recordAs'] = ({ orgId, ...who }, operation, within) =>
    insertOperation(within ?? writableSight(db, { orgId, devices: 'all' }), who, operation, now())
  const recall: Platform['recall'] = async (orgId, equipmentIds) => {
    const missing = live.unrestored(equipmentIds)
    if (missing.length > 0) live.restore(orgId, missing, await loadLastValues(db, missing))
  }
  const withSecrets = sealCommands(db, seal)
  const commands = createCommands({
    db,
    send: async (sn, command) => cloud.command(sn, await withSecrets(sn, command)),
    record: recordAs,
    finishRecord: finishOperation,
    now,
  })
  const changes = gatewayChanges({ db, recordAs, cloud: () => cloud, now, log })
  const takeBox = gather(async (boxes: readonly Parameters<typeof storeBoxes>[1][number][]) => {
    const stored = await storeBoxes(db, boxes)
    await storeFixes(db, fixesOf(boxes))
    return stored
  })
  const firmwareSigning = createFirmwareSigning({ db, ...seal, now })
  const takeHello = gather((hellos: readonly StoredHello[]) => takeHellos(db, hellos))
  const historian = createHistorian({
    database,
    now,
    log: (line) => log.warn(line),
    onCommitted: (places) => places.forEach(cloud.onCommitted),
  })
  metrics.history(historian.counters)
  const audience = createAudience(db)
  const alarms = createAlarmTaker({
    db,
    now,
    within: (changes, tx) => tellRaised(platform, changes, tx),
    onChange(changes) {
      for (const { equipmentId, id, signalId, kind, at } of changes)
        cloud.hub.announce({ type: 'signalAlarm', equipmentId, alarmId: id, signalId, active: kind === 'raised', at })
    },
    log: (line) => log.warn(line),
  })
  const cloud = createCloud({
    historian,
    store: {
      // A thousand gateways that come back at once cost a handful of statements.
      standing: gather((sns: readonly string[]) => loadStandings(db, sns)),
      credential: gather((sns: readonly string[]) => loadCredentials(db, sns)),
      owner: (bindingId) => loadRecordOwner(db, bindingId),
      bindingOf: (gatewayId, equipmentId) => loadBindingOf(db, gatewayId, equipmentId),
      claimBox: (sn, boxId) => claimBox(db, sn, boxId),
      takeHello: (sn, hello, times) => takeHello({ sn, hello, ...times }),
      presence: presenceStore(db),
      takeBox: async (sn, box, at) => void (await takeBox({ sn, box, at })),
      pieceOf: (piece) => loadPiece(db, piece),
      firmwareKey: firmwareSigning.publicKey,
      losePower: (sn, session, at) => losePower(db, sn, session, at),
    },
    live,
    openLink: openLink(config, db, seal),
    onResult: commands.takeResult,
    alarms,
    judging: judgeHere({ db, live, history: historian, recall, settled: alarms.settled, now }),
    mvarJudging: judgeMvars({ db, history: historian, recall, settled: alarms.settled, now }),
    onWrites: createWritesTaker({ db, recordAs }),
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
    now,
    log,
  })

  const messenger = openMessenger(config.messages, now, log)
  const messageHub = createMessageHub()
  const users = createUsers(db, now)
  const visits = eitherOf(createVisits(db, now), createDisplays(db, now))
  const decoder = createDecodeService()
  const platform: Platform = {
    decode: decoder.decode,
    db,
    sights: database.sights,
    live,
    history: historian,
    issue: commands.issue,
    tell: (sn, command) => cloud.command(sn, command),
    open: cloud.open,
    hold: cloud.hold,
    tunnels: cloud.tunnels,
    scriptWords: cloud.scriptWords,
    relandKept: cloud.reland,
    broker: () => brokerAddress(config, cloud.link),
    gatewayChanged: changes.onChange,
    mvarRulesChanged: () => cloud.mvarJudging.changed(),
    recordAs,
    recall,
    userOf: users.of,
    visitorOf: visits.of,
    codes: createCodes({ db, messenger, key: seal.keyFor('codes'), now }),
    sender: messenger,
    audience,
    publicUrl: config.publicUrl,
    messages: messageHub,
    speak: createSpeech({
      provider: config.speech && httpSpeech(config.speech, now),
      now,
      log: (error) => log.warn({ error: String(error) }, 'a text could not be spoken'),
    }),
    weather: createWeather({
      url: config.weatherUrl,
      now,
      log: (error) => log.warn({ error: String(error) }, 'the weather could not be asked'),
    }),
    firmwareSigning,
    cameras: createCameras({
      ezviz: config.ezviz,
      unseal: seal.unseal,
      recordAs,
      now,
      log: (error) => log.warn({ error: String(error) }, 'the provider of cameras could not be asked'),
    }),
    mapTiles: config.mapTiles,
    openId: createOpenId({ unseal: seal.unseal, now }),
    weChat: config.weChat && openWeChat(config.weChat),
    seal: seal.seal,
    appStep: (sealed, code) => stepOf(fromBase32(seal.unseal(sealed)), code, now()),
    now,
    demo,
    defaultInterval: 1,
  }
  return { decoder, cloud, historian, alarms, commands, users, visits, messageHub, platform }
}
