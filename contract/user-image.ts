// Where pictures that were uploaded are. [S9 image base path]

export const userImageBase = '/userimg/'
export const userImagePath = (name: string): string => userImageBase + name

/** The file of an address below `userImageBase`, or nothing: names are drawn by the platform, and look like this. */
export const userImageName = (file: string): string | undefined =>
  /^[A-Za-z0-9_-]{22}\.(png|jpg|gif|webp|svg)$/.test(file) ? file : undefined
