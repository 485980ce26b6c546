import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { PageOwner } from '../page/contract.ts'
import type { Account, Region } from './contract.ts'

export type Stored = {
  region: Region
  appKey: string
  secretSealed: Buffer
  updatedAt: number
  updatedBy: string
}

export const loadParam = (sight: Sight): Promise<Stored | undefined> =>
  sight
    .from('openys')
    .select(['openys.region', 'openys.appKey', 'openys.secretSealed', 'openys.updatedAt', 'openys.updatedBy'])
    .executeTakeFirst()

export async function loadAccount(sight: Sight): Promise<Account | undefined> {
  const found = await loadParam(sight)
  return found && { orgId: sight.orgId, region: found.region, appKey: found.appKey, secretSealed: found.secretSealed }
}

export async function putParam(sight: WritableSight, param: Stored): Promise<void> {
  await sight
    .insert('openys', param)
    .onConflict((conflict) => conflict.column('orgId').doUpdateSet(param))
    .execute()
}

export const removeParam = async (sight: WritableSight): Promise<void> => void (await sight.remove('openys').execute())

/** The name of the device or project that owns a page. */
export async function ownerName(sight: Sight, { equipmentId, projectId }: PageOwner): Promise<string> {
  const found =
    equipmentId !== null
      ? await sight
          .from('equipment')
          .select('equipment.name')
          .where('equipment.id', '=', equipmentId)
          .executeTakeFirst()
      : projectId !== null
        ? await sight.from('project').select('project.name').where('project.id', '=', projectId).executeTakeFirst()
        : undefined
  return found?.name ?? ''
}
