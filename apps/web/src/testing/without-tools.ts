// React notes for the tools of a developer where each element was made and how long each component took. Nobody has them
// open here, and a sixth of the time of a test went into it.
Object.assign(console, { createTask: undefined, timeStamp: undefined });
