// Mosquitto's dynamic security plugin: commands as JSON on a control topic, each batch answered on the response topic.
import type { MqttClient } from 'mqtt'
import { downFilter, upTopic } from '../../contract/topics.ts'
import { upTopicNames } from '../../contract/up-topics.ts'
import type { BrokerAccess } from './broker-access.ts'

const control = '$CONTROL/dynamic-security/v1'
// The number changes with the rights: changing a role in use would disconnect its clients.
const platformRole = 'gatehouse-platform-1'
export const controlResponses = `${control}/response`
const answerMs = 5_000
const commandsAtOnce = 100

type Command = { command: string } & Record<string, unknown>
type Answer = { command: string; error?: string; data?: Record<string, unknown> }

const roleOf = (sn: string) => `gw-${sn}`
const acl = (acltype: string, topic: string) => ({ acltype, topic, priority: 0, allow: true })

const gatewayAcls = (sn: string) => [
  ...upTopicNames().map((name) => acl('publishClientSend', upTopic(sn, name))),
  acl('subscribePattern', downFilter(sn)),
  acl('publishClientReceive', downFilter(sn)),
]

const platformAcls = [
  acl('publishClientSend', 'gw/+/down/#'),
  acl('subscribePattern', 'gw/+/up/#'),
  acl('publishClientReceive', 'gw/+/up/#'),
]

const isHarmless = ({ error }: Answer, tolerated: readonly string[]) =>
  error === undefined || tolerated.some((part) => error.toLowerCase().includes(part))

/** Rights on a Mosquitto broker to which `client` is connected as the administrator `username`. */
export function mosquittoAccess(client: MqttClient, username: string): BrokerAccess {
  let turn: Promise<unknown> = Promise.resolve()

  /** Sends one batch at a time, because answers have no id. */
  function ask(commands: readonly Command[]): Promise<Answer[]> {
    const mine = turn.then(() => exchange(client, commands))
    turn = mine.catch(() => undefined)
    return mine
  }

  async function must(commands: readonly Command[], tolerated: readonly string[] = []): Promise<Answer[]> {
    const answers: Answer[] = []
    for (let i = 0; i < commands.length; i += commandsAtOnce)
      answers.push(...(await ask(commands.slice(i, i + commandsAtOnce))))
    const failed = answers.find((answer) => !isHarmless(answer, tolerated))
    if (failed) throw new Error(`the broker refused ${failed.command}: ${failed.error}`)
    return answers
  }

  return {
    async prepare() {
      const [answer] = await must([{ command: 'getClient', username }])
      const { roles } = (answer?.data?.client ?? {}) as { roles?: { rolename: string }[] }
      if (!roles?.some(({ rolename }) => rolename === platformRole)) await takeRole()
      const deny = ['publishClientSend', 'publishClientReceive', 'subscribe'].map((acltype) => ({
        acltype,
        allow: false,
      }))
      await must([{ command: 'setDefaultACLAccess', acls: [...deny, { acltype: 'unsubscribe', allow: true }] }])
      await addTopics()
    },
    async list() {
      const [answer] = await must([{ command: 'listClients', verbose: true, count: -1, offset: 0 }])
      const clients = (answer?.data?.clients ?? []) as { username: string; clientid?: string }[]
      return new Map(clients.map(({ username, clientid }) => [username, clientid || null]))
    },
    async admit(gateways) {
      const create = gateways.flatMap(({ sn, secret, clientId }): Command[] => [
        { command: 'createRole', rolename: roleOf(sn), acls: gatewayAcls(sn) },
        {
          command: 'createClient',
          username: sn,
          password: secret,
          ...(clientId ? { clientid: clientId } : {}),
          roles: [{ rolename: roleOf(sn) }],
        },
      ])
      const known = new Set<string>()
      const answers = await must(create, ['already'])
      answers.forEach(({ command, error }, index) => {
        if (command === 'createClient' && error) known.add(gateways[Math.floor(index / 2)]!.sn)
      })
      const change = gateways.filter(({ sn }) => known.has(sn))
      await must(change.map(({ sn, secret }) => ({ command: 'setClientPassword', username: sn, password: secret })))
    },
    async pin(sn, clientId) {
      await must([{ command: 'setClientId', username: sn, clientid: clientId ?? '' }])
      // Plugin versions differ in whether they close the connection.
      await kick(sn)
    },
    drop: (sn) => kick(sn),
    async remove(sn) {
      await must(
        [
          { command: 'deleteClient', username: sn },
          { command: 'deleteRole', rolename: roleOf(sn) },
        ],
        ['not found'],
      )
    },
  }

  /** Adds new topics to gateways that were admitted by an earlier version. Disconnects them once. */
  async function addTopics(): Promise<void> {
    const [answer] = await must([{ command: 'listRoles', verbose: true, count: -1, offset: 0 }])
    const roles = (answer?.data?.roles ?? []) as { rolename: string; acls?: { topic: string }[] }[]
    const missing = roles.flatMap(({ rolename, acls = [] }) => {
      const sn = rolename.startsWith('gw-') ? rolename.slice('gw-'.length) : undefined
      if (sn === undefined) return []
      const known = new Set(acls.map(({ topic }) => topic))
      return gatewayAcls(sn)
        .filter(({ topic }) => !known.has(topic))
        .map((each) => ({ command: 'addRoleACL', rolename, ...each }))
    })
    await must(missing, ['already'])
  }

  /** Receiving a role closes our own connection, so no answer arrives: the reconnection confirms it. */
  async function takeRole(): Promise<void> {
    await must([{ command: 'createRole', rolename: platformRole, acls: platformAcls }], ['already'])
    const isBack = connectedAgain(client)
    const commands = [{ command: 'addClientRole', username, rolename: platformRole }]
    client.publish(control, JSON.stringify({ commands }), { qos: 0 })
    await isBack
    await client.subscribeAsync(controlResponses, { qos: 1 })
  }

  async function kick(sn: string): Promise<void> {
    await must([
      { command: 'disableClient', username: sn },
      { command: 'enableClient', username: sn },
    ])
  }
}

function connectedAgain(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the broker did not accept the platform again')), answerMs)
    client.once('connect', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Sends a batch and waits for its answers. Rejects if the plugin is missing. */
function exchange(client: MqttClient, commands: readonly Command[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer)
      client.off('message', onMessage)
      act()
    }
    const onMessage = (topic: string, payload: Buffer) => {
      if (topic !== controlResponses) return
      const { responses } = JSON.parse(payload.toString()) as { responses: Answer[] }
      end(() => resolve(responses))
    }
    const timer = setTimeout(() => end(() => reject(new Error('the broker has no dynamic security'))), answerMs)
    client.on('message', onMessage)
    client.publish(control, JSON.stringify({ commands }), { qos: 1 }, (error) => {
      if (error) end(() => reject(error))
    })
  })
}
