// Not `server.ts`: rooms that every platform mounts are found by that name, and this one is handed in by the demo.
import { type RoomServer, serve } from '../../frame/serve.ts'
import { queryTroubles, switchTrouble, type Trouble, type TroubleKey } from './plant-contract.ts'

/** The plant as the panel sees it. */
export type PanelPlant = {
  list(): Trouble[]
  turn(key: TroubleKey, on: boolean): Promise<void>
}

/** The calls of the panel. */
export const plantPanel = (plant: PanelPlant): RoomServer => [
  serve(queryTroubles, async () => plant.list()),
  serve(switchTrouble, async ({ key, on }) => {
    await plant.turn(key, on)
    return plant.list()
  }),
]
