// The table of an organisation's 3D scenes.
import type { Generated } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { SceneId } from './contract.ts'

type Scene = {
  id: Generated<SceneId>
  orgId: OrgId
  name: string
  key: string
  /** The GLB file. */
  model: Buffer
  sizeBytes: number
  triangles: number
  nodes: string[]
  /** Login name of the account that added the scene. */
  creator: string
  createdAt: number
  updatedAt: number
  /** A copy of the newest version's content. */
  content: Generated<unknown>
  version: Generated<number>
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    scene: Scene
  }
}

export const scopes: Pick<RoomScopes, 'scene'> = { scene: { org: 'orgId' } }
