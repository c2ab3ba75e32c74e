#include "core/labs/values.hpp"

#include <algorithm>

#include "core/document/field_value.hpp"
#include "core/document/nearest.hpp"
#include "core/document/read_json.hpp"

namespace normlab {
namespace {

std::vector<std::string> NamesOf(const std::vector<LabSetting>& settings) {
  std::vector<std::string> names;
  for (const LabSetting& setting : settings) names.push_back(setting.field.path);
  return names;
}

FieldError Unknown(const std::string& name, const Json& value,
                   const std::vector<std::string>& names) {
  const std::string shown = ShortText(name);
  return {JsonPointer("", name), shown, ShortValue(value), "a known setting",
          "unknown setting " + shown + "; did you mean " + Nearest(name, names) + "?"};
}

FieldError NoObject(const Json& value, const std::vector<std::string>& names) {
  std::string allowed = "object with ";
  for (const std::string& name : names) allowed += (&name == names.data() ? "" : ", ") + name;
  return {"", "", ShortValue(value), allowed,
          "the settings are " + ValueText(value) + "; allowed: an " + allowed};
}

}  // namespace

LabReading ReadLabValues(const std::vector<LabSetting>& settings, std::string_view text,
                         bool quick) {
  LabReading reading;
  for (const LabSetting& setting : settings) {
    reading.values.Set(setting.field.path, quick ? setting.quick : setting.standard);
  }
  const JsonReading json = ReadJson(text);
  reading.errors = json.errors;
  if (!json.whole) return reading;
  const std::vector<std::string> names = NamesOf(settings);
  if (!json.value.is_object()) {
    reading.errors.push_back(NoObject(json.value, names));
    return reading;
  }
  for (const auto& [name, value] : json.value.items()) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      reading.errors.push_back(Unknown(name, value, names));
      continue;
    }
    const Field& field = settings[static_cast<std::size_t>(found - names.begin())].field;
    if (IsAllowed(field, value)) {
      reading.values.Set(name, value);
    } else {
      reading.errors.push_back(NotAllowed(field, JsonPointer("", name), value));
    }
  }
  return reading;
}

LabSetting IntegerSetting(const std::string& name, const std::string& label,
                          const std::string& help, int minimum, int maximum, int standard,
                          int quick) {
  const Field field{.path = name,
                    .minimum = static_cast<double>(minimum),
                    .maximum = static_cast<double>(maximum),
                    .scale = Scale::kLog,
                    .label = label,
                    .help = help};
  return {field, standard, quick};
}

std::vector<LabSetting> WithSeeds(std::vector<LabSetting> settings, int standard, int quick) {
  settings.push_back(IntegerSetting("seeds", "Seeds", "How many stacks are drawn and averaged.", 1,
                                    50, standard, quick));
  settings.push_back(
      IntegerSetting("seed", "First seed", "The others follow it.", 0, 1'000'000, 1, 1));
  return settings;
}

}  // namespace normlab
