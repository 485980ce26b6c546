// The one room that contributes a certain file, such as `device-home.ts`, to a room below it.

/**
 * The default export of the only file of a glob over all rooms; `task` says what its room must do. Throws if no room has the
 * file, or several have it. A file that may be in a circle of imports calls it at its first use.
 */
export function onlyRoom<T>(files: Readonly<Record<string, { default: T }>>, task: string): T {
  const rooms = Object.values(files)
  const [room] = rooms
  if (!room || rooms.length > 1) throw new Error(`exactly one room must ${task}, not ${rooms.length}`)
  return room.default
}
