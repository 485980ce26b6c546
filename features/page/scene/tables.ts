// 3D scenes of an organisation.
import type { Generated } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { SceneId } from './contract.ts'

type Scene = {
  id: Generated<SceneId>
  orgId: OrgId
  name: string
  key: string
  /** GLB. */
  model: Buffer
  sizeBytes: number
  triangles: number
  nodes: string[]
  /** Login name of who added it. */
  creator: string
  createdAt: number
  updatedAt: number
  /** The newest of its versions. */
  content: Generated<unknown>
  version: Generated<number>
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    scene: Scene
  }
}

export const scopes: Pick<RoomScopes, 'scene'> = { scene: { org: 'orgId' } }
