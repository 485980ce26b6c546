// The bands of a radio signal's strength: 70-100 very good, 50-70 good, 30-50 average, below 30 very poor. [S9]

/** 3 very good, 2 good, 1 average, 0 very poor; `percent` 0-100. */
export function strengthBand(percent: number): 0 | 1 | 2 | 3 {
  if (percent >= 70) return 3
  if (percent >= 50) return 2
  return percent >= 30 ? 1 : 0
}
