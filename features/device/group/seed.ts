// The demo's groups: one tree for the waterworks.
export const groupSeed = {
  top: { en: 'Waterworks', 'zh-cn': '自来水厂' },
  below: {
    intake: { en: 'Intake', 'zh-cn': '取水' },
    treatment: { en: 'Treatment', 'zh-cn': '净水' },
    distribution: { en: 'Distribution', 'zh-cn': '配水' },
    booster: { en: 'High zone', 'zh-cn': '高区' },
    tower: { en: 'High zone', 'zh-cn': '高区' },
    well1: { en: 'Wells', 'zh-cn': '深井' },
    well2: { en: 'Wells', 'zh-cn': '深井' },
    sludge: { en: 'Treatment', 'zh-cn': '净水' },
    control: { en: 'Utilities', 'zh-cn': '公用工程' },
    tanker: { en: 'Vehicles', 'zh-cn': '车辆' },
  },
} as const
