// What the browser's own clock shows: `Intl` has its own copy of the rules of time zones.

// Seconds that the clock of `zone` is ahead of UTC at each of these seconds; nothing where the browser knows no such zone.
export const offsets = (zone, seconds) => {
  let format;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return new Float64Array(0);
  }
  return seconds.map((second) => {
    const shown = {};
    for (const { type, value } of format.formatToParts(second * 1000)) {
      shown[type] = Number(value);
    }
    const { year, month, day, hour, minute } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, shown.second) / 1000 - second;
  });
};
