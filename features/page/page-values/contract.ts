// Counts of a project that its pages show. The room of projects serves these calls.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { ProjectId } from '../../../contract/fields.ts'

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).nullish()

/** The room of projects serves this call and the next, for pages that show these counts. */
export const queryEquipCount = post('/lfscada/monitor/project/equip/queryCount', {
  may: 'monitor:view',
  on: { project: 'projectId' },
  through: { project: 'projectId' },
  about:
    'How many devices a project has: all, those that are online or not, those with or without open alarms; alarms need the permission to see alarms.',
  input: z.object({ projectId: ProjectId, online: flag, alarm: flag }),
  output: z.number(),
})

export const queryAlarmCount = post('/lfscada/monitor/project/alarm/queryCount', {
  may: 'alarm:view',
  on: { project: 'projectId' },
  through: { project: 'projectId' },
  about: 'How many alarms of the devices of a project are open.',
  input: z.object({ projectId: ProjectId }),
  output: z.number(),
})
