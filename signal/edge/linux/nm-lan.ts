// The LAN through NetworkManager. New settings are a separate profile, a copy of the active one: the previous profile
// is not changed, and is used after a reboot until the new one is kept.
import type { Lan } from '../../../contract/box.ts'
import type { LanBackend } from './lan-trial.ts'
import { lanProperties, type PortFacts, parsePort, portArgs } from './nmcli.ts'
import { outputOf, type Run } from './run.ts'

const activationS = 30
const activation = { timeoutMs: (activationS + 5) * 1000 }
const absent = 10
/** The highest autoconnect priority; at boot the profile with the highest one is used. */
const topPriority = 999

export function createNmLan(run: Run, port: string): LanBackend {
  const nmcli = (args: readonly string[], options?: { timeoutMs?: number; accepted?: readonly number[] }) =>
    outputOf(run, ['nmcli', ...args], options)
  const facts = async (): Promise<PortFacts> => parsePort(await nmcli(portArgs(port)))
  const modify = (name: string, properties: readonly string[]) =>
    nmcli(['connection', 'modify', 'id', name, ...properties])

  async function priorityOf(uuid: string): Promise<number> {
    const text = await nmcli(['-g', 'connection.autoconnect-priority', 'connection', 'show', 'uuid', uuid])
    return Number.parseInt(text, 10) || 0
  }

  return {
    async read() {
      const { address, routes } = await facts()
      return address ? { ...address, route: routes[0] ?? null } : null
    },

    async current() {
      const { profile, isExternal, state } = await facts()
      if (isExternal || state === 10) throw new Error(`${port} is not managed by NetworkManager`)
      return profile?.uuid ?? null
    },

    async prepare(name: string, lan: Lan) {
      const before = await facts()
      await nmcli(
        before.profile
          ? ['connection', 'clone', 'uuid', before.profile.uuid, name]
          : ['connection', 'add', 'type', 'ethernet', 'ifname', port, 'con-name', name, 'autoconnect', 'no'],
      )
      await modify(name, lanProperties(lan, port, before))
    },

    async activate(name: string) {
      await nmcli(['--wait', String(activationS), 'connection', 'up', 'id', name, 'ifname', port], activation)
    },

    async isActive(name: string) {
      const { profile, state } = await facts()
      return profile?.id === name && state === 100
    },

    async keep(name: string, before: string | null) {
      const priority = before === null ? 0 : await priorityOf(before)
      const next = String(Math.min(topPriority, priority + 1))
      await modify(name, ['connection.autoconnect', 'yes', 'connection.autoconnect-priority', next])
    },

    async restore(before: string | null) {
      if (before === null) return
      const { profile } = await facts()
      if (profile?.uuid === before) return
      await nmcli(['--wait', String(activationS), 'connection', 'up', 'uuid', before, 'ifname', port], activation)
    },

    async discard(name: string) {
      await nmcli(['connection', 'delete', 'id', name], { accepted: [0, absent] })
    },
  }
}
