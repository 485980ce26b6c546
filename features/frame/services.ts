// Services that rooms offer to each other. A contract (or a lower wing) declares a token, `service.ts` of a room provides
// it, and any handler, job or service requests it with `use(token)`. A service is made once per process, at its first use.
import type { LinkLog } from '../../signal/cloud/link.ts'
import type { Platform } from './platform.ts'
import type { Setting } from './setting.ts'
import type { Token, Use } from './token.ts'

/** The parts that a service is made from: platform, settings, and the key that opens sealed secrets. */
export type ServiceNeeds = Platform & {
  setting<T>(setting: Setting<T>): T
  unseal(sealed: Buffer): string
  /** A key derived from the platform's key, for one purpose. */
  keyFor(purpose: string): Buffer
  log: LinkLog
}

/** A service of a room. `stop` ends what the service holds; it is called while the rest of the platform still runs. */
type Provided = {
  readonly token: Token<unknown>
  make(needs: ServiceNeeds): unknown
  stop?(made: unknown): Promise<void>
}

/** The default export of `service.ts` of a room. */
export type RoomServices = readonly Provided[]

export function provide<T>(
  of: Token<T>,
  make: (needs: ServiceNeeds) => T,
  stop?: (made: T) => Promise<void>,
): Provided {
  return { token: of as Token<unknown>, make, ...(stop ? { stop: (made) => stop(made as T) } : {}) }
}

export type Services = { use: Use; stop(): Promise<void> }

/** The services of a process. Throws for a name that is provided twice; `use` throws for one that is not provided. */
export function collectServices(provided: readonly Provided[], needs: () => ServiceNeeds): Services {
  const byName = new Map<string, Provided>()
  for (const each of provided) {
    if (byName.has(each.token.name)) throw new Error(`the service "${each.token.name}" is provided twice`)
    byName.set(each.token.name, each)
  }
  const made = new Map<string, unknown>()
  const underWay = new Set<string>()

  function make(name: string): unknown {
    const found = byName.get(name)
    if (!found) throw new Error(`no room provides the service "${name}"`)
    if (underWay.has(name)) throw new Error(`the service "${name}" needs itself: ${[...underWay].join(', ')}`)
    underWay.add(name)
    try {
      const service = found.make(needs())
      made.set(name, service)
      return service
    } finally {
      underWay.delete(name)
    }
  }

  return {
    use: <T>({ name }: Token<T>) => (made.has(name) ? made.get(name) : make(name)) as T,
    async stop() {
      for (const [name, service] of [...made].reverse()) await byName.get(name)!.stop?.(service)
      made.clear()
    },
  }
}
