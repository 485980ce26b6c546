// What a library may take as long as it likes for ends in time here.
import { DriverFault } from '../driver.ts'

/** Rejects with 1714 when it takes longer; what comes of it later is not heard. */
export async function bounded<T>(act: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DriverFault(1714, `no answer within ${ms} ms`)), ms)
  })
  act.catch(() => undefined)
  return Promise.race([act, late]).finally(() => clearTimeout(timer))
}
