// Reads curves of many columns in several threads in parallel, because decoding takes most of the time.
import type { Answer, Curve, CurveQuery } from './history.ts'

/** Minimum number of columns of a part: each part opens a snapshot of its own, which costs time. */
const columnsOfPart = 2

/**
 * Divides the columns among the `spare` threads; the curves are in the order of `columnIds`. Each column is read from
 * one snapshot, but two columns may be from snapshots a moment apart.
 */
export async function curvesInParts(
  query: CurveQuery,
  spare: number,
  read: (part: CurveQuery) => Promise<Answer<Curve[]>>,
): Promise<Answer<Curve[]>> {
  const { columnIds } = query
  const count = Math.min(spare, Math.floor(columnIds.length / columnsOfPart))
  if (count <= 1) return read(query)
  const parts = Array.from({ length: count }, (_, part) => columnIds.filter((_, i) => i % count === part))
  const answers = await Promise.all(parts.map((part) => read({ ...query, columnIds: part })))
  return {
    data: columnIds.map((_, i) => answers[i % count]!.data[Math.floor(i / count)]!),
    damaged: answers.flatMap(({ damaged }) => damaged),
  }
}
