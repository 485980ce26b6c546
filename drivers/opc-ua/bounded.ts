// A time limit for library calls that have none of their own.
import { DriverFault } from '../driver.ts'

/** Rejects with 1714 when `act` takes longer; its later result is ignored. */
export async function withTimeout<T>(act: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DriverFault(1714, `no answer within ${ms} ms`)), ms)
  })
  act.catch(() => undefined)
  return Promise.race([act, late]).finally(() => clearTimeout(timer))
}
