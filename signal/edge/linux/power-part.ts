// Low power of a Linux box: between two reports it sleeps, and its clock wakes it. Orders and answers of the platform
// keep it awake for the sleep delay. It does not report a battery: the supply during sleep is the owner's matter. [S4]
// [S8 1349-1352]
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PowerSaving } from '../../../contract/box.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { type Ending, failure } from '../poll/write.ts'
import { done, type LinuxPart, type PartDeps } from './part.ts'

/** Whether the agent may set the wake-up clock and suspend the box. */
export type WakeClock = () => boolean
const hasWakeClock: WakeClock = () =>
  isWritable('/sys/class/rtc/rtc0/wakealarm') &&
  isWritable('/sys/power/state') &&
  readFileSync('/sys/power/state', 'utf8').split(/\s+/).includes('mem')

function isWritable(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    // The process has no write permission.
    return false
  }
}

const first: PowerSaving = { isLowPower: false, reportEveryMin: 60, sleepDelayS: 60 }
// Timeout of the rtcwake process. It returns when the box is awake again, and the timer does not advance during sleep.
const sleepTimeoutMs = 60_000

type Needs = {
  hasClock?: WakeClock
  /** True while an activity that sleep must not interrupt is running. */
  isBusy(): boolean
}

export function createPowerPart(deps: PartDeps, { hasClock = hasWakeClock, isBusy }: Needs): LinuxPart {
  const { run, emit, log } = deps
  const file = join(deps.dataDir, 'power.json')
  let power = first
  let isLoaded = false
  let isAble = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function stayAwake(): void {
    clearTimeout(timer)
    if (isStopped || !power.isLowPower || !isAble) return
    timer = setTimeout(fallAsleep, power.sleepDelayS * 1000)
  }

  function fallAsleep(): void {
    if (isBusy()) return stayAwake()
    const seconds = power.reportEveryMin * 60
    // The box sleeps only after the agent has left the platform and its devices.
    emit({ kind: 'sleep', wakeAfterMs: seconds * 1000, onAsleep: () => void sleep(seconds) })
  }

  async function sleep(seconds: number): Promise<void> {
    if (isStopped) return
    const ran = await run('rtcwake', ['-m', 'mem', '-s', String(seconds)], { timeoutMs: sleepTimeoutMs })
    if (ran.code !== 0) log(`the box cannot sleep: ${ran.err.trim() || ran.code}`)
    emit({ kind: 'powerOn' })
    stayAwake()
  }

  async function set(next: PowerSaving): Promise<Ending> {
    if (next.isLowPower && next.sleepDelayS >= next.reportEveryMin * 60) return failure(1350)
    await replaceFile(file, JSON.stringify(next))
    power = next
    emit({ kind: 'change' })
    stayAwake()
    return done
  }

  async function load(): Promise<void> {
    isLoaded = true
    try {
      power = PowerSaving.parse(JSON.parse((await readIfThere(file)) ?? JSON.stringify(first)))
    } catch (error) {
      log(`the low-power settings cannot be read, and low power is off: ${String(error)}`)
    }
  }

  return {
    acts: ['power'],
    lack: () => (isAble ? undefined : 'wakeClock'),
    order: (order) => {
      if (order.act !== 'power') throw new Error(`no order for low power: ${order.act}`)
      return set(order.power)
    },
    told: () => ({ power: isAble ? power : null }),
    async look() {
      isAble = hasClock() && (await run('rtcwake', ['--version'])).code === 0
      if (isLoaded) return
      await load()
      stayAwake()
    },
    reached: stayAwake,
    stayAwake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
