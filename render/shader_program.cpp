#include "render/shader_program.hpp"

#include <fstream>
#include <glm/gtc/type_ptr.hpp>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace render {
namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw std::runtime_error("cannot read the shader " + file.string() +
                                 "; the folder given must be the one that holds Weir's shaders");
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What the driver has to say of a shader or a program.
std::string log_of(GLuint name, PFNGLGETSHADERIVPROC get, PFNGLGETSHADERINFOLOGPROC get_log) {
    GLint length = 0;
    get(name, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length), '\0');
    get_log(name, length, &length, log.data());
    log.resize(static_cast<std::size_t>(length));  // now without the closing zero
    return log;
}

Shader compile(const std::filesystem::path& file) {
    const std::string source = text_of(file);
    const char* const start = source.c_str();
    Shader shader(glCreateShader(file.extension() == ".vert" ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER));
    glShaderSource(shader.name(), 1, &start, nullptr);
    glCompileShader(shader.name());
    GLint good = GL_FALSE;
    glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &good);
    if (good) return shader;

    throw std::runtime_error("bad shader\n" +
                             readable_log(log_of(shader.name(), glGetShaderiv, glGetShaderInfoLog), file));
}

Program link(const std::vector<std::filesystem::path>& files) {
    Program program;
    for (const std::filesystem::path& file : files)
        glAttachShader(program.name(), compile(file).name());  // lives on as long as the program
    glLinkProgram(program.name());
    GLint good = GL_FALSE;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &good);
    if (good) return program;

    std::string trouble = "these shaders do not fit together:";
    for (const std::filesystem::path& file : files) trouble += ' ' + file.string();
    throw std::runtime_error(trouble + '\n' + log_of(program.name(), glGetProgramiv, glGetProgramInfoLog));
}

/// Empty while a file is not there: editors save by writing another file and renaming it.
std::vector<std::filesystem::file_time_type> times_of(const std::vector<std::filesystem::path>& files) {
    std::vector<std::filesystem::file_time_type> times;
    for (const std::filesystem::path& file : files) {
        std::error_code missing;
        times.push_back(std::filesystem::last_write_time(file, missing));
        if (missing) return {};
    }
    return times;
}

std::vector<std::filesystem::path> inside(const std::filesystem::path& folder, const std::vector<std::string>& files) {
    std::vector<std::filesystem::path> paths;
    for (const std::string& file : files) paths.push_back(folder / file);
    return paths;
}

}  // namespace

std::string readable_log(const std::string& log, const std::filesystem::path& file) {
    const auto readable = [&](std::string_view line) {
        std::string_view rest = line;
        for (const std::string_view grade : {"ERROR: ", "WARNING: "})
            if (rest.starts_with(grade)) rest.remove_prefix(grade.size());
        if (!rest.starts_with("0:") && !rest.starts_with("0(")) return std::string(line);
        rest.remove_prefix(2);
        const std::size_t digits = rest.find_first_not_of("0123456789"), colon = rest.find(':');
        if (digits == 0 || colon == std::string_view::npos) return std::string(line);
        return file.string() + ":" + std::string(rest.substr(0, digits)) + ":" + std::string(rest.substr(colon + 1));
    };
    std::string text;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty()) continue;
        if (!text.empty()) text += '\n';
        text += readable(line);
    }
    return text;
}

// The times are taken before reading: a change in between is then seen as one, not missed.
ShaderProgram::ShaderProgram(const std::filesystem::path& folder, const std::vector<std::string>& files)
    : files_(inside(folder, files)), seen_(times_of(files_)), program_(link(files_)) {}

void ShaderProgram::use() const { glUseProgram(program_.name()); }

void ShaderProgram::set(const char* uniform, int value) const { glUniform1i(location(uniform), value); }
void ShaderProgram::set(const char* uniform, float value) const { glUniform1f(location(uniform), value); }
void ShaderProgram::set(const char* uniform, const glm::vec2& value) const {
    glUniform2fv(location(uniform), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* uniform, const glm::vec3& value) const {
    glUniform3fv(location(uniform), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* uniform, const glm::vec4& value) const {
    glUniform4fv(location(uniform), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* uniform, const glm::mat4& value) const {
    glUniformMatrix4fv(location(uniform), 1, GL_FALSE, glm::value_ptr(value));
}

std::optional<std::string> ShaderProgram::reload_if_changed() {
    auto now = times_of(files_);
    if (now.empty() || now == seen_) return std::nullopt;
    seen_ = std::move(now);
    try {
        program_ = link(files_);
        return std::nullopt;
    } catch (const std::runtime_error& bad) {
        return bad.what();
    }
}

}  // namespace render
