// The track of the demonstration's tanker, from two of its variables.
import { queryConfig } from '../../device/config/contract.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { saveTrackSettings, trackSettings } from './contract.ts'

async function run({ call, devices }: Demo): Promise<void> {
  const tanker = devices.find(({ station }) => station === 'tanker')
  if (!tanker) return
  const { equipmentId } = tanker
  if ((await call(trackSettings, { equipmentId })).source !== null) return
  const { signals } = (await call(queryConfig, { equipmentId })).config
  const [longitudeId, latitudeId] = ['longitude', 'latitude'].map(
    (name) => signals.find((each) => each.name === name)?.id,
  )
  // A user may have removed one of them.
  if (longitudeId === undefined || latitudeId === undefined) return
  await call(saveTrackSettings, { equipmentId, source: 'signals', longitudeId, latitudeId })
}

export default { place: 11, run } satisfies Seed
