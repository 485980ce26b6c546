// Statistics of alarms: rates after EEMUA 191, and the alarms worth fixing first. [S4]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { alarmLevels } from '../../../contract/equipment-config.ts'
import { AlarmId, AlarmRuleId, EquipmentId, GroupId, Instant } from '../../../contract/fields.ts'

const Level = z.enum(alarmLevels)

export const alarmStatistics = post('/lfscada/alarm/statistics', {
  may: 'alarm:view',
  on: { equipment: 'equipmentId', group: 'groupId' },
  about: 'Returns the alarm rates of an operator after EEMUA 191, and the alarms worth fixing first.',
  heavy: true,
  input: z.object({
    equipmentId: EquipmentId.nullish(),
    groupId: GroupId.nullish(),
    from: Instant,
    to: Instant,
  }),
  output: z.object({
    total: z.number(),
    /** One count per hour, starting at `from`. */
    perHour: z.array(z.number()),
    /** The ten minutes with the most alarms: their number, and the start of the ten minutes. */
    peak: z.object({ count: z.number(), from: Instant }).nullable(),
    /**
     * `chattering`: number of rules with over three alarms in ten minutes; `standing`: number of alarms active for over
     * 24 hours.
     */
    chattering: z.number(),
    standing: z.number(),
    mix: z.object({ severe: z.number(), important: z.number(), normal: z.number() }),
    mostFrequent: z.array(
      z.object({
        ruleId: AlarmRuleId,
        name: z.string(),
        equipmentId: EquipmentId,
        equipmentName: z.string(),
        level: Level,
        count: z.number(),
        /** Total time in which the alarm was active. */
        activeMs: z.number(),
      }),
    ),
    longest: z.array(
      z.object({
        id: AlarmId,
        name: z.string(),
        equipmentId: EquipmentId,
        equipmentName: z.string(),
        level: Level,
        raisedAt: Instant,
        clearedAt: Instant.nullable(),
      }),
    ),
  }),
})
