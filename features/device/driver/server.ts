import type { Driver } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { secretPlaces } from '../../../db/secret-places.ts'
import { withNumbers } from '../../../drivers/keep-secrets.ts'
import { referencesIn } from '../../../drivers/secret.ts'
import { reduced } from '../../frame/config.ts'
import { type ChangeCall, type RoomServer, serve } from '../../frame/serve.ts'
import { save } from '../config/part-save.ts'
import { deleteDriver, saveDriver } from './contract.ts'
import { checkedDriver } from './rules.ts'
import { insertSecret } from './secret-store.ts'

/** Seals and stores typed secrets, and replaces them by references; existing references stay. */
async function keptSecrets(driver: Driver, equipmentId: EquipmentId, call: ChangeCall): Promise<Driver> {
  const { sight, seal, now, language } = call
  const places = await secretPlaces(sight, equipmentId, referencesIn(driver.params))
  return withNumbers(driver, places, language, async (text, place) => ({
    secret: await insertSecret(sight, { equipmentId, place, sealed: seal(text), createdAt: now() }),
  }))
}

export default [
  serve(saveDriver, { kind: 'change' }, ({ driver, ...at }, call) =>
    save(call, at, 'saveDrivers', async ({ config }) => {
      if (driver.id && !config.drivers.some(({ id }) => id === driver.id)) throw fail('notFound')
      if (config.drivers.some(({ id, name }) => name === driver.name && id !== driver.id)) {
        throw fail('nameExists', { name: driver.name }, { field: 'name' })
      }
      const id = driver.id ?? (await call.sight.draw('driver_id', 1))[0]!
      const checked = checkedDriver({ ...driver, id }, call.language)
      const complete = await keptSecrets(checked, at.equipmentId, call)
      const rest = config.drivers.map((each) => (each.id === id ? complete : each))
      return { config: { ...config, drivers: driver.id ? rest : [...rest, complete] } }
    }),
  ),

  serve(deleteDriver, { kind: 'change' }, ({ driverId, ...at }, call) =>
    save(call, at, 'saveDrivers', async ({ config }) => {
      if (!config.drivers.some(({ id }) => id === driverId)) throw fail('notFound')
      const drivers = config.drivers.filter(({ id }) => id !== driverId)
      const signals = config.signals.filter((signal) => signal.driverId !== driverId)
      return { config: reduced({ ...config, drivers, signals }, config, call.language) }
    }),
  ),
] satisfies RoomServer
