// The file is not called `server.ts`, because files with that name are mounted on every platform, and only the demo
// mounts this one.
import { type RoomServer, serve } from '../../frame/serve.ts'
import { queryTroubles, switchTrouble, type Trouble, type TroubleKey } from './plant-contract.ts'

/** The simulated plant as used by the panel. */
export type PanelPlant = {
  list(): Trouble[]
  turn(key: TroubleKey, on: boolean): Promise<void>
}

/** The calls of the demo's control panel. */
export const plantPanel = (plant: PanelPlant): RoomServer => [
  serve(queryTroubles, async () => plant.list()),
  serve(switchTrouble, async ({ key, on }) => {
    await plant.turn(key, on)
    return plant.list()
  }),
]
